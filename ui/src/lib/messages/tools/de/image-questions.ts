/** What is asked for the fields of tools of images, in German. */
export const questions = {
  'Should the marked thing stay in front, or everything else?':
    'Soll das Markierte im Vordergrund bleiben oder alles andere?',
  'What colour should the new background have?': 'Welche Farbe soll der neue Hintergrund haben?',
  'Should the new background be a plain colour, or the old one blurred?':
    'Soll der neue Hintergrund einfarbig sein oder der alte, unscharf?',
  'Which sizes in pixels should the icon or favicon contain?':
    'Welche Größen in Pixeln soll das Symbol oder Favicon enthalten?',
  'How strongly, in percent, should the LUT colour look be applied to the picture?':
    'Wie stark, in Prozent, soll der LUT-Look auf das Bild angewendet werden?',
  'At most how many kilobytes or megabytes may the picture file have?':
    'Wie viele Kilobyte oder Megabyte darf die Bilddatei höchstens haben?',
  'To what width, height or percentage should the picture be scaled down?':
    'Auf welche Breite, Höhe oder wie viel Prozent soll das Bild verkleinert werden?',
  'How good should the picture still look, small file or high quality?':
    'Wie gut soll das Bild noch aussehen: kleine Datei oder hohe Qualität?',
  'For which service or app should the picture be made small enough?':
    'Für welchen Dienst oder welche App soll das Bild klein genug werden?',
  'Should the pictures lie side by side, below each other or in a grid?':
    'Sollen die Bilder nebeneinander, untereinander oder im Raster liegen?',
  'How many pictures should be next to each other in the grid?':
    'Wie viele Bilder sollen im Raster nebeneinander liegen?',
  'How much space should there be between the pictures?': 'Wie viel Abstand soll zwischen den Bildern sein?',
  'What colour should show between the pictures of the collage?':
    'Welche Farbe soll zwischen den Bildern der Collage zu sehen sein?',
  'Should the pictures be labelled, with names, numbers or before and after?':
    'Sollen die Bilder beschriftet werden: mit Namen, Nummern oder Vorher/Nachher?',
  'How many pictures should each row of the collage hold?': 'Wie viele Bilder soll jede Zeile der Collage haben?',
  'What caption should be written below each picture?': 'Welche Beschriftung soll unter jedem Bild stehen?',
  'In which order should the pictures appear in the collage?':
    'In welcher Reihenfolge sollen die Bilder in der Collage erscheinen?',
  'Which area of the picture should be hidden or censored?':
    'Welche Fläche des Bildes soll verdeckt oder zensiert werden?',
  'Should the area of the picture be blurred, pixelated or covered up?':
    'Soll die Fläche im Bild weichgezeichnet, verpixelt oder abgedeckt werden?',
  'With which colour should the area of the picture be covered?':
    'Mit welcher Farbe soll die Fläche im Bild abgedeckt werden?',
  'Should the marked thing be erased, or everything else in the picture?':
    'Soll das Markierte gelöscht werden oder alles andere im Bild?',
  'By how many degrees, and which way, is the crooked horizon straightened?':
    'Um wie viel Grad und in welche Richtung wird der schiefe Horizont begradigt?',
  "Should all the photo's hidden data be removed, or only its GPS location?":
    'Sollen alle versteckten Daten des Fotos entfernt werden oder nur der GPS-Standort?',
  'In which corner of the photo should the logo or watermark lie?':
    'In welcher Ecke des Fotos soll das Logo oder Wasserzeichen liegen?',
  'How large should the logo, watermark or sticker be on the photo?':
    'Wie groß soll das Logo, Wasserzeichen oder der Sticker auf dem Foto sein?',
  'How see-through or solid should the logo or watermark on the photo be?':
    'Wie durchsichtig oder deckend soll das Logo oder Wasserzeichen auf dem Foto sein?',
  "How far should the logo or watermark stay from the photo's edge?":
    'Wie weit soll das Logo oder Wasserzeichen vom Rand des Fotos entfernt sein?',
  'Which of the pictures is laid on top of the others?': 'Welches der Bilder wird auf die anderen gelegt?',
  'At exactly which pixels or percentages should the logo sit, and how big?':
    'An welchen Pixeln oder Prozentwerten genau soll das Logo liegen, und wie groß?',
  'Should the picture get rounded corners, or be cut to a circle or oval?':
    'Soll das Bild runde Ecken bekommen oder zu einem Kreis oder Oval geschnitten werden?',
  "How round should the picture's corners be?": 'Wie rund sollen die Ecken des Bildes sein?',
  'What colour should the cut-off area outside the shape have?':
    'Welche Farbe soll der abgeschnittene Außenbereich haben?',
  'Into how many parts side by side should the picture be cut?':
    'In wie viele Teile nebeneinander soll das Bild geschnitten werden?',
  'Into how many columns and rows should the picture be cut?':
    'In wie viele Spalten und Zeilen soll das Bild geschnitten werden?',
  'How many seconds should each picture of the animation be shown?':
    'Wie viele Sekunden soll jedes Bild der Animation zu sehen sein?',
  'How many pictures per second should the animation show?': 'Wie viele Bilder pro Sekunde soll die Animation zeigen?',
  'Should the animation loop for ever or play only once?': 'Soll die Animation endlos oder nur einmal laufen?',
  'In which order should the pictures appear in the animation?':
    'In welcher Reihenfolge sollen die Bilder in der Animation erscheinen?',
  'Should the animation be a GIF, an animated PNG or a WebP?':
    'Soll die Animation ein GIF, ein animiertes PNG oder ein WebP sein?',
  'What paper size should the PDF pages have, such as A4 or letter?':
    'Welches Papierformat sollen die PDF-Seiten haben, etwa A4 oder Letter?',
  'Should the PDF pages be upright (portrait) or sideways (landscape)?':
    'Sollen die PDF-Seiten im Hochformat oder im Querformat sein?',
  'How wide should the empty margin around each page be?': 'Wie breit soll der leere Rand um jede Seite sein?',
  'In which order should the pictures appear in the PDF?':
    'In welcher Reihenfolge sollen die Bilder im PDF erscheinen?',
  'Should the marked thing be cut out and kept, or everything around it?':
    'Soll das Markierte freigestellt und behalten werden oder alles ringsum?',
  'Should the objects found be blurred, pixelated or covered with a bar?':
    'Sollen die gefundenen Objekte weichgezeichnet, verpixelt oder mit einem Balken abgedeckt werden?',
  'What colour should the bar or box over the objects have?':
    'Welche Farbe soll der Balken oder Kasten über den Objekten haben?',
  'Which pages of the document should be taken, and in what order?':
    'Welche Seiten des Dokuments sollen genommen werden, und in welcher Reihenfolge?',
  'By how many degrees clockwise should the pages be rotated?':
    'Um wie viel Grad im Uhrzeigersinn sollen die Seiten gedreht werden?',
  'Should the pages be joined into one file or split into separate ones?':
    'Sollen die Seiten zu einer Datei verbunden oder in einzelne getrennt werden?',
  'At how many dots per inch should the pages or their pictures be?':
    'Mit wie vielen Punkten pro Zoll sollen die Seiten oder ihre Bilder sein?',
  'How good should the pictures in the PDF stay when it is compressed?':
    'Wie gut sollen die Bilder im PDF beim Komprimieren bleiben?',
  'Should the marked part be replaced, or everything around it?':
    'Soll der markierte Teil ersetzt werden oder alles ringsum?',
  'How wide should the picture be on paper?': 'Wie breit soll das Bild auf dem Papier sein?',
  'How tall should the picture be on paper?': 'Wie hoch soll das Bild auf dem Papier sein?',
  "Are the print's measurements in centimetres, millimetres or inches?":
    'Sind die Maße des Abzugs in Zentimetern, Millimetern oder Zoll?',
  'At how many dots per inch should the picture be printed?':
    'Mit wie vielen Punkten pro Zoll soll das Bild gedruckt werden?',
  'Should the picture be cropped to fit the paper, or get bars around it?':
    'Soll das Bild auf das Papier zugeschnitten werden oder Balken erhalten?',
  'What colour should the bars around the print be?': 'Welche Farbe sollen die Balken um den Abzug haben?',
  'How much brighter or darker should the picture become, in percent?':
    'Wie viel Prozent heller oder dunkler soll das Bild werden?',
  "By how many stops should the picture's exposure go up or down?":
    'Um wie viele Blendenstufen soll die Belichtung des Bildes steigen oder sinken?',
  "How much stronger or weaker should the picture's contrast be?":
    'Wie viel stärker oder schwächer soll der Kontrast des Bildes sein?',
  "How much warmer or cooler should the picture's colours look?":
    'Wie viel wärmer oder kühler sollen die Farben des Bildes wirken?',
  "How much more vivid or paler should the picture's colours be?":
    'Wie viel kräftiger oder blasser sollen die Farben des Bildes sein?',
  'How much should the picture be sharpened?': 'Wie stark soll das Bild geschärft werden?',
  'How strongly should the whole picture be blurred?': 'Wie stark soll das ganze Bild weichgezeichnet werden?',
  'How dark should the corners of the picture get?': 'Wie dunkel sollen die Ecken des Bildes werden?',
  'How much film grain should be added to the picture?': 'Wie viel Filmkörnung soll zum Bild hinzukommen?',
  'How coarse should the mosaic blocks of the pixelated picture be?':
    'Wie grob sollen die Mosaikblöcke des verpixelten Bildes sein?',
  'To how many levels of each colour should the picture be posterized?':
    'Auf wie viele Stufen je Farbe soll das Bild verringert werden?',
  'Should the picture be black and white, sepia, negative or a pencil sketch?':
    'Soll das Bild schwarzweiß, sepia, ein Negativ oder eine Bleistiftskizze sein?',
  'Which way is the picture turned, and by how many degrees?':
    'In welche Richtung und um wie viel Grad wird das Bild gedreht?',
  'Is the picture flipped left to right or upside down?': 'Wird das Bild horizontal oder vertikal gespiegelt?',
  'To what width, height or percentage should the picture be resized?':
    'Auf welche Breite, Höhe oder wie viel Prozent soll das Bild skaliert werden?',
  'To which aspect ratio should the picture be cropped, such as 16:9?':
    'Auf welches Seitenverhältnis soll das Bild zugeschnitten werden, etwa 16:9?',
  'To how many pixels wide and high should the picture be cropped?':
    'Auf wie viele Pixel Breite und Höhe soll das Bild zugeschnitten werden?',
  'Which area of the picture stays when the rest is cropped away?':
    'Welche Fläche des Bildes bleibt, wenn der Rest abgeschnitten wird?',
  'How thick should the border or frame around the picture be?': 'Wie dick soll der Rand um das Bild sein?',
  'What colour should the border around the picture have?': 'Welche Farbe soll der Rand um das Bild haben?',
  'Onto what canvas size or shape should the whole picture be padded?':
    'Auf welche Größe oder Form der Arbeitsfläche soll das ganze Bild gesetzt werden?',
  'What colour should the bars or padding around the picture have?':
    'Welche Farbe sollen die Balken um das Bild haben?',
  'What words should be written on the picture?': 'Welche Worte sollen auf das Bild geschrieben werden?',
  'In which corner or place of the picture should the words stand?':
    'In welcher Ecke oder an welcher Stelle des Bildes soll der Text stehen?',
  'What colour should the words on the picture have?': 'Welche Farbe soll der Text auf dem Bild haben?',
  'How big should the letters written on the picture be?': 'Wie groß sollen die Buchstaben auf dem Bild sein?',
};
