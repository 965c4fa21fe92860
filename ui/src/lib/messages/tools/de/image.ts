/** What tools of images do, and what their fields mean, in German. */
/** By what they do in English. */
export const descriptions = {
  'Put what a mask covers on a new background: white, black, grey or another plain colour, as in product and passport photos, or the old one with bokeh':
    'Maskiertes vor einen neuen Hintergrund setzen: Weiß, Schwarz, Grau oder eine andere Farbe wie bei Produkt- und Passfotos, oder der alte mit Bokeh',
  'Make an image from a description that follows a depth map':
    'Ein Bild nach Beschreibung erzeugen, das einer Tiefenkarte folgt',
  'Make an image from a description that follows Canny edges':
    'Ein Bild nach Beschreibung erzeugen, das Canny-Kanten folgt',
  'Make an image from a description that follows soft (HED) edges':
    'Ein Bild nach Beschreibung erzeugen, das weichen Kanten (HED) folgt',
  'Tint and outline masks on an image': 'Masken auf einem Bild einfärben und umranden',
  'Draw labelled boxes on an image': 'Beschriftete Rahmen auf ein Bild zeichnen',
  'Make an icon file or favicon of a picture that holds several sizes':
    'Aus einem Bild eine Symboldatei oder ein Favicon mit mehreren Größen erstellen',
  'Describe an image in a sentence': 'Ein Bild in einem Satz beschreiben',
  'Name what an image shows: labels with scores': 'Benennen, was ein Bild zeigt: Bezeichnungen mit Werten',
  'Grade the colours of an image with a LUT: apply a colour look-up table from a .cube or .3dl file':
    'Farben eines Bildes mit einer LUT anpassen: eine Farb-Lookup-Tabelle aus einer .cube- oder .3dl-Datei anwenden',
  'Colour a black-and-white photo': 'Ein Schwarzweißfoto kolorieren',
  'Make the file of a photo smaller: compress an image to a JPEG below a number of KB or MB, as upload forms and mail ask for':
    'Die Datei eines Fotos verkleinern: ein Bild als JPEG unter eine Größe in KB oder MB komprimieren, wie es Upload-Formulare und E-Mail verlangen',
  'Crop each box out of an image': 'Jeden Rahmen aus einem Bild ausschneiden',
  'Remove noise from an image': 'Rauschen aus einem Bild entfernen',
  'Put several images together into one: side by side, a collage, a grid, a contact sheet, before and after':
    'Mehrere Bilder zu einem zusammenstellen: nebeneinander, als Collage, Raster, Kontaktabzug oder Vorher/Nachher',
  'Hide a box in an image given in pixels, in percent or as a place, such as a number plate or an address: blur, pixelate or cover what is there':
    'Einen Rahmen in einem Bild verdecken, angegeben in Pixeln, in Prozent oder als Stelle, etwa ein Kennzeichen oder eine Adresse: weichzeichnen, verpixeln oder abdecken',
  'Remove what a mask covers and fill the hole': 'Maskiertes entfernen und die Lücke füllen',
  'Level a crooked horizon by a small angle and cut the picture so that no corner is empty':
    'Einen schiefen Horizont um einen kleinen Winkel begradigen und das Bild so beschneiden, dass keine Ecke leer ist',
  'Remove the metadata of a picture: EXIF, GPS location, camera, date and author, or the place alone; the pixels stay as they are':
    'Die Metadaten eines Bildes entfernen: EXIF, GPS-Standort, Kamera, Datum und Urheber, oder nur den Ort; die Pixel bleiben unverändert',
  'Lay an image over other images: a watermark, a logo or a sticker on photos':
    'Ein Bild über andere Bilder legen: ein Wasserzeichen, ein Logo oder einen Sticker auf Fotos',
  'Tell what an image file is: its size in pixels, format, file size, and the camera, date and place from its EXIF metadata':
    'Angaben zu einer Bilddatei: Größe in Pixeln, Format, Dateigröße sowie Kamera, Datum und Ort aus den EXIF-Metadaten',
  'Answer a question about an image': 'Eine Frage zu einem Bild beantworten',
  'Round the corners of a picture, or cut it to a circle or an ellipse with a transparent outside':
    'Die Ecken eines Bildes abrunden oder es zu einem Kreis oder einer Ellipse mit transparentem Außenbereich schneiden',
  'Cut a picture into several pictures of equal size: tiles in rows and columns, halves, carousel slides':
    'Ein Bild in mehrere gleich große Bilder schneiden: Kacheln in Zeilen und Spalten, Hälften, Karussell-Bilder',
  'Put two images side by side or into one panorama': 'Zwei Bilder nebeneinander oder zu einem Panorama zusammenfügen',
  'Extract a depth map from an image': 'Eine Tiefenkarte aus einem Bild gewinnen',
  'Extract Canny edges from an image': 'Canny-Kanten aus einem Bild gewinnen',
  'Extract soft edges from an image': 'Weiche Kanten aus einem Bild gewinnen',
  'Make a variation that resembles an image': 'Eine Variation erstellen, die einem Bild ähnelt',
  'Extract straight lines from an image': 'Gerade Linien aus einem Bild gewinnen',
  'Extract a surface-normal map from an image': 'Eine Karte der Oberflächennormalen aus einem Bild gewinnen',
  'Extract human poses from an image': 'Körperhaltungen von Menschen aus einem Bild gewinnen',
  'Extract a scribble-like sketch from an image': 'Eine skizzenhafte Zeichnung aus einem Bild gewinnen',
  'Enlarge an image': 'Ein Bild vergrößern',
  'Make an animated GIF, APNG or animated WebP of several images as its frames':
    'Ein animiertes GIF, APNG oder WebP aus mehreren Bildern als Frames erstellen',
  'Make a PDF document of one or several images, a page each':
    'Ein PDF-Dokument aus einem oder mehreren Bildern erstellen, je eine Seite',
  'Cut out every object: one labelled mask each': 'Alle Objekte ausschneiden: je eine beschriftete Maske',
  'Make an image from a description that follows straight lines':
    'Ein Bild nach Beschreibung erzeugen, das geraden Linien folgt',
  'Keep only what a mask covers, the rest transparent (background removal)':
    'Nur Maskiertes behalten, der Rest wird transparent (Hintergrund entfernen)',
  'Make an image from a description that follows a normal map':
    'Ein Bild nach Beschreibung erzeugen, das einer Normalenkarte folgt',
  'Find all objects in an image: labelled boxes with scores':
    'Alle Objekte in einem Bild finden: beschriftete Rahmen mit Werten',
  'Cover boxes around objects in an image, such as eyes or license plates, with a black bar or box of one colour; or blur or pixelate given boxes':
    'Rahmen um Objekte in einem Bild, etwa Augen oder Kennzeichen, mit einem schwarzen Balken oder einer Farbfläche abdecken; oder gegebene Rahmen weichzeichnen oder verpixeln',
  'Read the text in an image': 'Den Text in einem Bild lesen',
  'Take pages of a PDF document or a scan with several pages: choose, turn, split, join, make small, or turn pages into pictures':
    'Seiten eines PDF-Dokuments oder eines mehrseitigen Scans: auswählen, drehen, trennen, verbinden, verkleinern oder in Bilder umwandeln',
  'Replace what a mask covers with what a sentence says': 'Maskiertes durch etwas Beschriebenes ersetzen',
  'Find the paper photos that lie on one scan or album page and cut each out as a picture of its own, straightened':
    'Papierfotos auf einem Scan oder einer Albumseite finden und jedes gerade gerichtet als eigenes Bild ausschneiden',
  'Make an image from a description that follows a human pose':
    'Ein Bild nach Beschreibung erzeugen, das einer Körperhaltung folgt',
  'Bring a picture to a size on paper in centimetres, millimetres or inches at so many dots per inch, for prints and passport photos':
    'Ein Bild für Abzüge und Passfotos auf eine Papiergröße in Zentimetern, Millimetern oder Zoll bei einer Auflösung in Punkten pro Zoll bringen',
  'Make an image from a description that follows a scribble':
    'Ein Bild nach Beschreibung erzeugen, das einer Skizze folgt',
  'Split an image into all its regions, without labels': 'Ein Bild in alle seine Bereiche zerlegen, ohne Bezeichnungen',
  'Mask of the object inside each box': 'Maske des Objekts in jedem Rahmen',
  "Refine a rough mask to the object's outline": 'Eine grobe Maske auf den Umriss des Objekts verfeinern',
  'Mask of what the user clicked on (include and exclude points, or a box)':
    'Maske des Angeklickten (Punkte zum Ein- und Ausschließen oder ein Rahmen)',
  'Make an image from a description that follows a segmentation map':
    'Ein Bild nach Beschreibung erzeugen, das einer Segmentierungskarte folgt',
  'Change an image as a sentence says (style, colour, weather, ...)':
    'Ein Bild nach den Worten eines Satzes ändern (Stil, Farbe, Wetter …)',
  'Make an image from a description': 'Ein Bild nach Beschreibung erzeugen',
  'Find the region of an image that a phrase describes': 'Den Bereich eines Bildes finden, den eine Wendung beschreibt',
  'Count labels': 'Bezeichnungen zählen',
  'Count masks': 'Masken zählen',
  'Count boxes': 'Rahmen zählen',
  'Keep the boxes whose label matches a description':
    'Nur Rahmen behalten, deren Bezeichnung zu einer Beschreibung passt',
  'Keep the labels that match a description': 'Nur Bezeichnungen behalten, die zu einer Beschreibung passen',
  'Keep the masks whose label matches a description':
    'Nur Masken behalten, deren Bezeichnung zu einer Beschreibung passt',
};

/** By what they mean in English. */
export const meanings = {
  'Whether what the mask covers is kept, or everything else; what it covers, where none is set.':
    'Ob das Maskierte bleibt oder alles andere; ohne Angabe das Maskierte.',
  'The colour of the new background; white, where none is set.': 'Die Farbe des neuen Hintergrunds; ohne Angabe Weiß.',
  'What is behind it; a colour, where none is set.': 'Was dahinter liegt; ohne Angabe eine Farbe.',
  'The file format; as the picture came, where none is set.': 'Das Dateiformat; ohne Angabe wie das Ausgangsbild.',
  'In pixels, such as 16, 32, 48 and up to 256; 16, 32 and 48, where none is set.':
    'In Pixeln, etwa 16, 32, 48 und bis 256; ohne Angabe 16, 32 und 48.',
  'How large the file is at most, such as 200 kB; it has fewer pixels where it would look bad otherwise.':
    'Wie groß die Datei höchstens ist, etwa 200 kB; sie hat weniger Pixel, wo sie sonst schlecht aussähe.',
  'Such as 1200 wide, 720 high, 800x600 or 50%; the proportions stay. As it is, where none is set.':
    'Etwa 1200 wide (breit), 720 high (hoch), 800x600 oder 50%; die Proportionen bleiben. Ohne Angabe unverändert.',
  'How good it looks, where no file size is set; normal, where none is set.':
    'Wie gut es aussieht, wenn keine Dateigröße angegeben ist; ohne Angabe normal.',
  'Where it is sent to: bytes, sides and format as that service takes them, all at once.':
    'Wohin es gesendet wird: Bytes, Seitenlängen und Format passend zum Dienst, alles auf einmal.',
  'The file format; JPEG, where none is set, and WebP of a WebP.':
    'Das Dateiformat; ohne Angabe JPEG, und WebP aus einem WebP.',
  'How they lie; two in a row and more in a grid, where none is set.':
    'Wie sie liegen; ohne Angabe zwei in einer Reihe und mehr im Raster.',
  'How many lie beside each other in a grid; about as many as below each other, where none is set.':
    'Wie viele im Raster nebeneinander liegen; ohne Angabe etwa so viele wie untereinander.',
  'How far apart they are, of the shorter side; 2 in a grid and none in a row or column, where none is set.':
    'Wie weit sie auseinander liegen, bezogen auf die kürzere Seite; ohne Angabe 2 im Raster und nichts in Reihe oder Spalte.',
  'What is seen between them; white, or nothing where the pictures are transparent, where none is set.':
    'Was dazwischen zu sehen ist; ohne Angabe Weiß, oder nichts bei transparenten Bildern.',
  'What is written on each; nothing, where none is set.': 'Was auf jedem steht; ohne Angabe nichts.',
  'How many lie in each row, such as 3, 2 for three above and two below; all rows equally wide.':
    'Wie viele in jeder Zeile liegen, etwa 3, 2 für drei oben und zwei unten; alle Zeilen gleich breit.',
  'What is written below each, apart by ;, or numbers; nothing, where none is set.':
    'Was unter jedem steht, durch ; getrennt, oder Nummern; ohne Angabe nichts.',
  'Whether what the mask covers is removed, or everything else; what it covers, where none is set.':
    'Ob das Maskierte entfernt wird oder alles andere; ohne Angabe das Maskierte.',
  'Degrees clockwise; below 0 counterclockwise.': 'Grad im Uhrzeigersinn; unter 0 gegen den Uhrzeigersinn.',
  'Which lies on the others: the first, as named, or the last.':
    'Welches oben liegt: das erste, wie genannt, oder das letzte.',
  'Its size and place on the picture, such as 300x200 at 50,40 in pixels or 30%x20% at 5%,5%; instead of place, size and margin.':
    'Größe und Position auf dem Bild, etwa 300x200 at 50,40 in Pixeln oder 30%x20% at 5%,5%; anstelle von Position, Größe und Rand.',
  'What is left: all but the corners, where none is set.': 'Was übrig bleibt; ohne Angabe alles außer den Ecken.',
  'How round the corners are, of the shorter side; 10, where none is set.':
    'Wie rund die Ecken sind, bezogen auf die kürzere Seite; ohne Angabe 10.',
  'The colour of what is cut off; clear, where none is set.': 'Die Farbe des Abgeschnittenen; ohne Angabe transparent.',
  'How many parts lie beside each other; two, where none is set.':
    'Wie viele Teile nebeneinander liegen; ohne Angabe zwei.',
  'Such as 3x2 for three columns and two rows; instead of parts.':
    'Etwa 3x2 für drei Spalten und zwei Zeilen; anstelle von Teilen.',
  'How long each picture is seen; half a second, where none is set.':
    'Wie lange jedes Bild zu sehen ist; ohne Angabe eine halbe Sekunde.',
  'How many pictures are seen in a second, instead of a time.':
    'Wie viele Bilder in einer Sekunde zu sehen sind, anstelle einer Dauer.',
  'Whether it goes on for ever; it does, where none is set.': 'Ob es endlos weiterläuft; ohne Angabe ja.',
  'GIF, where none is set; an animated PNG or WebP has all colours.':
    'Ohne Angabe GIF; ein animiertes PNG oder WebP hat alle Farben.',
  'How large the pages are; as each picture is, where none is set.':
    'Wie groß die Seiten sind; ohne Angabe wie das jeweilige Bild.',
  'How the pages lie; as each picture lies, where none is set.':
    'Wie die Seiten liegen; ohne Angabe wie das jeweilige Bild.',
  'How much of the shorter side of the page stays free all around; none, where none is set.':
    'Wie viel von der kürzeren Seite des Blatts ringsum frei bleibt; ohne Angabe nichts.',
  'Which pages of each file, in that order, such as 1-3, 5, last, odd or even; all, where none is set.':
    'Welche Seiten jeder Datei, in dieser Reihenfolge, etwa 1-3, 5, last, odd oder even; ohne Angabe alle.',
  'By how many degrees clockwise pages are turned; not at all, where none is set.':
    'Um wie viel Grad im Uhrzeigersinn Seiten gedreht werden; ohne Angabe gar nicht.',
  'Whether all pages become one file or each a file of its own; PDF and TIFF become one, where none is set.':
    'Ob alle Seiten eine Datei werden oder jede eine eigene; ohne Angabe werden PDF und TIFF eine.',
  'Dots per inch: at how many pages become pictures (150, where none is set), and how many are left of pictures in a PDF.':
    'Punkte pro Zoll: mit wie vielen Seiten zu Bildern werden (ohne Angabe 150) und wie viele Bildern in einem PDF bleiben.',
  'How good pictures in a PDF stay; they stay as they are, where neither this nor a resolution is set.':
    'Wie gut Bilder in einem PDF bleiben; sie bleiben unverändert, wenn weder dies noch eine Auflösung angegeben ist.',
  'The file format; PDF, or TIFF of TIFF files, where none is set.':
    'Das Dateiformat; ohne Angabe PDF, oder TIFF aus TIFF-Dateien.',
  'Whether what the mask covers is changed, or everything else; what it covers, where none is set.':
    'Ob das Maskierte geändert wird oder alles andere; ohne Angabe das Maskierte.',
  "How wide the print is; by the height and the picture's proportions, where none is set.":
    'Wie breit der Abzug ist; ohne Angabe nach Höhe und Proportionen des Bildes.',
  "How high the print is; by the width and the picture's proportions, where none is set.":
    'Wie hoch der Abzug ist; ohne Angabe nach Breite und Proportionen des Bildes.',
  'What width and height are in; centimetres, where none is set.':
    'Worin Breite und Höhe angegeben sind; ohne Angabe Zentimeter.',
  '300, where none is set.': 'Ohne Angabe 300.',
  'What is done where the proportions differ; what does not fit is cut off, where none is set.':
    'Was geschieht, wenn die Proportionen abweichen; ohne Angabe wird Überstehendes abgeschnitten.',
  'Their colour; white, where none is set.': 'Ihre Farbe; ohne Angabe Weiß.',
  'Degrees clockwise.': 'Grad im Uhrzeigersinn.',
  'Such as 1200 wide, 720 high, 800x600 or 50%; the proportions stay.':
    'Etwa 1200 wide (breit), 720 high (hoch), 800x600 oder 50%; die Proportionen bleiben.',
  'Words that are written on the picture.': 'Worte, die auf das Bild geschrieben werden.',
  'How high the letters are, of the shorter side.': 'Wie hoch die Buchstaben sind, bezogen auf die kürzere Seite.',
};
