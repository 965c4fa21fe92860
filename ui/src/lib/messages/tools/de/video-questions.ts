/** What is asked for the fields of tools of videos, in German. */
export const questions = {
  "Should the camera's own sound be kept or replaced by the separate recording?":
    'Soll der Kameraton bleiben oder durch die separate Aufnahme ersetzt werden?',
  'Is the screen behind the person green or blue?': 'Ist der Screen hinter der Person grün oder blau?',
  'How close to the screen colour must things be to become transparent?':
    'Wie nah an der Screen-Farbe muss etwas sein, um transparent zu werden?',
  'How many frames should stand side by side in each row?':
    'Wie viele Frames sollen in jeder Zeile nebeneinander stehen?',
  'How many rows of frames should the contact sheet have?': 'Wie viele Zeilen mit Frames soll der Kontaktabzug haben?',
  'Should each frame show its time stamp?': 'Soll jeder Frame seinen Zeitstempel zeigen?',
  "Should the video's original sound stay underneath or be replaced?":
    'Soll der Originalton des Videos darunter bleiben oder ersetzt werden?',
  'Should the new sound repeat if it is shorter than the video?':
    'Soll der neue Ton wiederholt werden, wenn er kürzer als das Video ist?',
  'How loud should the music be compared with the voice, in decibels?':
    'Wie laut, in Dezibel, soll die Musik im Vergleich zur Stimme sein?',
  'How far should the music drop while somebody is talking?':
    'Wie weit soll die Musik leiser werden, während jemand spricht?',
  'At which moment should the picture freeze?': 'In welchem Moment soll das Bild einfrieren?',
  'For how many seconds should the picture stand still?': 'Wie viele Sekunden soll das Bild stillstehen?',
  'How many seconds should the pictures be shown while the sound plays?':
    'Wie viele Sekunden sollen die Bilder zu sehen sein, während der Ton läuft?',
  'Is the time meant for each picture or for all of them together?':
    'Gilt die Dauer für jedes Bild oder für alle zusammen?',
  'Should the pictures crossfade into each other or change with a hard cut?':
    'Sollen die Bilder ineinander überblenden oder mit hartem Schnitt wechseln?',
  'Should the video with the pictures be widescreen, tall or square?':
    'Soll das Video mit den Bildern Breitbild, Hochformat oder quadratisch sein?',
  "What fills the space beside pictures that do not fit the video's shape?":
    'Was füllt den Raum neben Bildern, die nicht zum Format des Videos passen?',
  'In which corner of the video should the logo or watermark lie?':
    'In welcher Ecke des Videos soll das Logo oder Wasserzeichen liegen?',
  'How large should the logo, watermark or sticker be on the video?':
    'Wie groß soll das Logo, Wasserzeichen oder der Sticker auf dem Video sein?',
  'How see-through or solid should the logo or watermark on the video be?':
    'Wie durchsichtig oder deckend soll das Logo oder Wasserzeichen auf dem Video sein?',
  "How far should the logo or watermark stay from the video's edge?":
    'Wie weit soll das Logo oder Wasserzeichen vom Rand des Videos entfernt sein?',
  'From when to when should the logo or watermark be seen?':
    'Von wann bis wann soll das Logo oder Wasserzeichen zu sehen sein?',
  'How many seconds long should the video made from the picture be?':
    'Wie viele Sekunden lang soll das Video aus dem Bild sein?',
  'How many seconds should the pictures of the slideshow be shown?':
    'Wie viele Sekunden sollen die Bilder der Diashow zu sehen sein?',
  'Is the time meant for each picture or for the whole slideshow?':
    'Gilt die Dauer für jedes Bild oder für die ganze Diashow?',
  'Should the slideshow be widescreen, tall or square?':
    'Soll die Diashow Breitbild, Hochformat oder quadratisch sein?',
  "What fills the space beside pictures that do not fit the slideshow's shape?":
    'Was füllt den Raum neben Bildern, die nicht zum Format der Diashow passen?',
  'In which order should the pictures of the slideshow be shown?':
    'In welcher Reihenfolge sollen die Bilder der Diashow gezeigt werden?',
  'In which language are the subtitles or closed captions?': 'In welcher Sprache sind die Untertitel?',
  "Which of the video's subtitle tracks is taken, by number or language?":
    'Welche Untertitelspur des Videos wird genommen, nach Nummer oder Sprache?',
  'In which subtitle format should the text be saved, such as SRT or VTT?':
    'In welchem Untertitelformat soll der Text gespeichert werden, etwa SRT oder VTT?',
  'Where on the video should the text or subtitles stand?':
    'Wo auf dem Video sollen der Text oder die Untertitel stehen?',
  'Should the letters of the text be small, large or huge?': 'Sollen die Buchstaben klein, groß oder riesig sein?',
  'Exactly how high should the letters be, in percent of the picture?':
    'Wie hoch genau sollen die Buchstaben sein, in Prozent des Bildes?',
  'What colour should the text or subtitles have?': 'Welche Farbe sollen der Text oder die Untertitel haben?',
  'What colour should the box behind the text have?': 'Welche Farbe soll der Kasten hinter dem Text haben?',
  'In which font should the text or subtitles be written?':
    'In welcher Schriftart sollen der Text oder die Untertitel stehen?',
  'How many seconds should the text take to fade in and out?':
    'Wie viele Sekunden soll der Text zum Ein- und Ausblenden brauchen?',
  'From when to when should the text be shown on the video?':
    'Von wann bis wann soll der Text auf dem Video zu sehen sein?',
  'How many seconds long should the described video be?': 'Wie viele Sekunden lang soll das beschriebene Video sein?',
  'How many pictures per second should the timelapse show?': 'Wie viele Bilder pro Sekunde soll der Zeitraffer zeigen?',
  'How long should the finished timelapse last?': 'Wie lange soll der fertige Zeitraffer dauern?',
  'Should pictures of a different shape get black bars or be cropped?':
    'Sollen Bilder anderen Formats schwarze Balken erhalten oder beschnitten werden?',
  'Should the timelapse pictures follow by file name or by capture time?':
    'Sollen die Bilder des Zeitraffers nach Dateiname oder nach Aufnahmezeit folgen?',
  'Should the title picture come before the video, after it, or both?':
    'Soll das Titelbild vor dem Video, danach oder an beiden Stellen kommen?',
  'How many seconds should each title or intro card be shown?':
    'Wie viele Sekunden soll jede Titel- oder Introkarte zu sehen sein?',
  'How many seconds should the end card be shown?': 'Wie viele Sekunden soll die Endkarte zu sehen sein?',
  'What fills the space beside a card that has another shape?':
    'Was füllt den Raum neben einer Karte, die ein anderes Format hat?',
  'How strongly, in percent, should the LUT colour look be applied to the video?':
    'Wie stark, in Prozent, soll der LUT-Look auf das Video angewendet werden?',
  'From when to when should the video be colour graded?':
    'Von wann bis wann sollen die Farben des Videos angepasst werden?',
  'In which order should the videos be joined, and which comes first?':
    'In welcher Reihenfolge sollen die Videos verbunden werden, und welches kommt zuerst?',
  'Which transition should there be between the videos, such as a crossfade?':
    'Welcher Übergang soll zwischen den Videos liegen, etwa eine Überblendung?',
  'How many seconds should the transition between two videos take?':
    'Wie viele Sekunden soll der Übergang zwischen zwei Videos dauern?',
  'How many seconds of black screen should lie between the videos?':
    'Wie viele Sekunden Schwarz sollen zwischen den Videos liegen?',
  'Into which format should the video be converted, such as MP4, MOV or GIF?':
    'In welches Format soll das Video konvertiert werden, etwa MP4, MOV oder GIF?',
  'For which app or service should the video be made ready to send?':
    'Für welche App oder welchen Dienst soll das Video sendefertig gemacht werden?',
  'At most how many megabytes may the video file have?': 'Wie viele Megabyte darf die Videodatei höchstens haben?',
  'Should it shrink by fewer bits, a smaller picture or a newer codec?':
    'Soll es durch weniger Bits, ein kleineres Bild oder einen neueren Codec schrumpfen?',
  'How many frames per second should the video have?': 'Wie viele Frames pro Sekunde soll das Video haben?',
  'To what width, height or percentage should the video be scaled?':
    'Auf welche Breite, Höhe oder wie viel Prozent soll das Video skaliert werden?',
  'How good should the video look, small file or high quality?':
    'Wie gut soll das Video aussehen: kleine Datei oder hohe Qualität?',
  'Should the video be copied without re-encoding, or encoded anew?':
    'Soll das Video ohne Neukodierung kopiert oder neu kodiert werden?',
  "Should the interlaced video's comb lines be removed by deinterlacing?":
    'Sollen die Kammlinien des Interlaced-Videos durch Deinterlacing entfernt werden?',
  'Should the HDR video be turned into ordinary SDR?': 'Soll das HDR-Video in gewöhnliches SDR gewandelt werden?',
  'At most how many seconds may the video last before it is cut off?':
    'Wie viele Sekunden darf das Video höchstens dauern, bevor es abgeschnitten wird?',
  'Which video codec should be used, such as H.264, HEVC or AV1?':
    'Welcher Video-Codec soll verwendet werden, etwa H.264, HEVC oder AV1?',
  'Should the video be saved without any sound track?': 'Soll das Video ganz ohne Tonspur gespeichert werden?',
  "Should the video's stretched pixels be made square?": 'Sollen die gestreckten Pixel des Videos quadratisch werden?',
  'Should the video get a constant instead of a variable frame rate?':
    'Soll das Video eine konstante statt einer variablen Bildrate erhalten?',
  'Should frames be dropped and repeated, or blended, to reach another frame rate?':
    'Sollen Frames ausgelassen und wiederholt oder überblendet werden, um eine andere Bildrate zu erreichen?',
  'Should the listed parts of the video be joined into one file?':
    'Sollen die aufgelisteten Teile des Videos zu einer Datei verbunden werden?',
  'How many frames per second does the cut list of the video count?':
    'Nach wie vielen Frames pro Sekunde zählt die Schnittliste des Videos?',
  'How much brighter or darker should the video become, in percent?':
    'Wie viel Prozent heller oder dunkler soll das Video werden?',
  "By how many stops should the video's exposure go up or down?":
    'Um wie viele Blendenstufen soll die Belichtung des Videos steigen oder sinken?',
  "How much stronger or weaker should the video's contrast be?":
    'Wie viel stärker oder schwächer soll der Kontrast des Videos sein?',
  "How much warmer or cooler should the video's colours look?":
    'Wie viel wärmer oder kühler sollen die Farben des Videos wirken?',
  "How much more vivid or paler should the video's colours be?":
    'Wie viel kräftiger oder blasser sollen die Farben des Videos sein?',
  "How much should the video's picture be sharpened?": 'Wie stark soll das Videobild geschärft werden?',
  'How strongly should the whole video picture be blurred?':
    'Wie stark soll das ganze Videobild weichgezeichnet werden?',
  'How dark should the corners of the video get?': 'Wie dunkel sollen die Ecken des Videos werden?',
  'How much film grain should be added to the video?': 'Wie viel Filmkörnung soll zum Video hinzukommen?',
  'How coarse should the mosaic blocks of the pixelated video be?':
    'Wie grob sollen die Mosaikblöcke des verpixelten Videos sein?',
  'To how many levels of each colour should the video be posterized?':
    'Auf wie viele Stufen je Farbe soll das Video verringert werden?',
  'Should the video be black and white, sepia, negative or a pencil sketch?':
    'Soll das Video schwarzweiß, sepia, ein Negativ oder eine Bleistiftskizze sein?',
  'Which way is the video turned, and by how many degrees?':
    'In welche Richtung und um wie viel Grad wird das Video gedreht?',
  'Is the video flipped left to right or upside down?': 'Wird das Video horizontal oder vertikal gespiegelt?',
  'To what width, height or percentage should the video be resized?':
    'Auf welche Breite, Höhe oder wie viel Prozent soll das Video skaliert werden?',
  'To which aspect ratio should the video be cropped, such as 16:9?':
    'Auf welches Seitenverhältnis soll das Video zugeschnitten werden, etwa 16:9?',
  'To how many pixels wide and high should the video be cropped?':
    'Auf wie viele Pixel Breite und Höhe soll das Video zugeschnitten werden?',
  'Which area of the video frame stays when the rest is cropped away?':
    'Welche Fläche des Videobilds bleibt, wenn der Rest abgeschnitten wird?',
  'How thick should the border or frame around the video be?': 'Wie dick soll der Rand um das Video sein?',
  'What colour should the border around the video have?': 'Welche Farbe soll der Rand um das Video haben?',
  'Onto what canvas size or shape should the whole video be padded?':
    'Auf welche Größe oder Form der Arbeitsfläche soll das ganze Video gesetzt werden?',
  'What colour should the bars or padding around the video have?': 'Welche Farbe sollen die Balken um das Video haben?',
  'From when to when should the video be changed?': 'Von wann bis wann soll das Video geändert werden?',
  'How many seconds should the fade-in at the start take?': 'Wie viele Sekunden soll das Einblenden am Anfang dauern?',
  'How many seconds should the fade-out at the end take?': 'Wie viele Sekunden soll das Ausblenden am Ende dauern?',
  'Should the video fade from and to black or white?': 'Soll das Video aus und nach Schwarz oder Weiß blenden?',
  'Should the videos be shown side by side, stacked or in a grid?':
    'Sollen die Videos nebeneinander, übereinander oder im Raster gezeigt werden?',
  'Should a shorter video freeze, loop, or end everything when it is over?':
    'Soll ein kürzeres Video stehen bleiben, wiederholt werden oder mit seinem Ende alles beenden?',
  "Whose sound should be heard, the first video's, the second's or all?":
    'Wessen Ton soll zu hören sein: der des ersten Videos, des zweiten oder aller?',
  'By number, which single one of the videos should be heard?':
    'Welches einzelne der Videos soll zu hören sein, nach Nummer?',
  'In which order should the videos be placed on the screen?':
    'In welcher Reihenfolge sollen die Videos auf dem Bildschirm liegen?',
  'Which area of the video should be hidden or censored?':
    'Welche Fläche des Videos soll verdeckt oder zensiert werden?',
  'Should the area be blurred, pixelated or covered up?':
    'Soll die Fläche weichgezeichnet, verpixelt oder abgedeckt werden?',
  'With which colour should the area in the video be covered?':
    'Mit welcher Farbe soll die Fläche im Video abgedeckt werden?',
  'Should the hidden area follow the moving thing through the video?':
    'Soll die verdeckte Fläche dem Bewegten durch das Video folgen?',
  'From when to when in the video should the area be hidden?':
    'Von wann bis wann soll die Fläche im Video verdeckt sein?',
  'How many times should the video play in total?': 'Wie oft soll das Video insgesamt laufen?',
  'How long should the looped video last in total?': 'Wie lange soll das wiederholte Video insgesamt dauern?',
  'Which part of the video should be repeated at its place?':
    'Welcher Teil des Videos soll an seiner Stelle wiederholt werden?',
  "Should all the video's hidden data be removed, or only its GPS location?":
    'Sollen alle versteckten Daten des Videos entfernt werden oder nur der GPS-Standort?',
  "Should the video's sound be silenced or bleeped over with a tone?":
    'Soll der Ton des Videos stummgeschaltet oder mit einem Ton überpiept werden?',
  'From when to when should the video be muted or bleeped?':
    'Von wann bis wann soll das Video stumm oder überpiept sein?',
  'Should the faces be blurred, pixelated or covered up?':
    'Sollen die Gesichter weichgezeichnet, verpixelt oder abgedeckt werden?',
  'With which colour should the faces be covered?': 'Mit welcher Farbe sollen die Gesichter abgedeckt werden?',
  'From when to when in the video should the faces be hidden?':
    'Von wann bis wann sollen die Gesichter im Video verdeckt sein?',
  'How large should the whole picture with its background be?':
    'Wie groß soll das ganze Bild mit seinem Hintergrund sein?',
  'How large should the video be in front of the background picture?':
    'Wie groß soll das Video vor dem Hintergrundbild sein?',
  'Where on the background picture should the video sit?': 'Wo auf dem Hintergrundbild soll das Video liegen?',
  "How far should the video stay from the background's edge?":
    'Wie weit soll das Video vom Rand des Hintergrunds entfernt sein?',
  'In which corner or place should the small video lie?':
    'In welcher Ecke oder an welcher Stelle soll das kleine Video liegen?',
  'How large should the small video on top be?': 'Wie groß soll das kleine Video obenauf sein?',
  'How see-through or solid should the video on top be?': 'Wie durchsichtig oder deckend soll das Video obenauf sein?',
  'How far should the small video stay from the edge?': 'Wie weit soll das kleine Video vom Rand entfernt sein?',
  'From when to when should the video on top be seen?': 'Von wann bis wann soll das Video obenauf zu sehen sein?',
  "Which video's sound should be heard, the background's, the overlay's or both?":
    'Der Ton welches Videos soll zu hören sein: des Hintergrunds, des Overlays oder beider?',
  'Which of the two videos lies on top of the other?': 'Welches der beiden Videos liegt auf dem anderen?',
  'Should the small video be mirrored, and in which direction?':
    'Soll das kleine Video gespiegelt werden, und in welche Richtung?',
  'Which part of the small video should be visible?': 'Welcher Teil des kleinen Videos soll sichtbar sein?',
  "Should SHA-256 checksums of the video's streams and frames be computed?":
    'Sollen SHA-256-Prüfsummen der Streams und Frames des Videos berechnet werden?',
  'Should the video become vertical, square or landscape?':
    'Soll das Video vertikal, quadratisch oder im Querformat sein?',
  'Which aspect ratio, width to height, should the video get, such as 4:5?':
    'Welches Seitenverhältnis, Breite zu Höhe, soll das Video erhalten, etwa 4:5?',
  'Exactly how many pixels wide and high should the reframed video be?':
    'Wie viele Pixel breit und hoch genau soll das angepasste Video sein?',
  'Should the video be cropped to fit, or get blurred, black or white bars?':
    'Soll das Video passend beschnitten werden oder unscharfe, schwarze oder weiße Balken erhalten?',
  'Should the video play backwards, or forwards and back as a boomerang?':
    'Soll das Video rückwärts laufen, oder vorwärts und zurück als Bumerang?',
  "How quiet must the video's sound be to count as silence?":
    'Wie leise muss der Ton des Videos sein, um als Stille zu gelten?',
  'How long must a silent pause be at least to be cut out?':
    'Wie lang muss eine stille Pause mindestens sein, um herausgeschnitten zu werden?',
  'How much silence should be left before and after the talking?':
    'Wie viel Stille soll vor und nach dem Gesprochenen bleiben?',
  'Should silence be cut everywhere, or only at the start or end?':
    'Soll Stille überall herausgeschnitten werden oder nur am Anfang oder Ende?',
  'By how many milliseconds or seconds should the sound come later or earlier?':
    'Um wie viele Millisekunden oder Sekunden soll der Ton später oder früher kommen?',
  'Should the scenes with the spoken words be cut out, or kept alone?':
    'Sollen die Szenen mit den gesprochenen Worten herausgeschnitten oder allein behalten werden?',
  'How many times faster or slower should the video play?':
    'Wievielmal schneller oder langsamer soll das Video laufen?',
  'Which speed should the video gradually speed up or slow down to?':
    'Auf welche Geschwindigkeit soll das Video allmählich schneller oder langsamer werden?',
  'How long should the video last after it is sped up or slowed down?':
    'Wie lange soll das Video nach dem Beschleunigen oder Verlangsamen dauern?',
  'Which part of the video should play faster or in slow motion?':
    'Welcher Teil des Videos soll schneller oder in Zeitlupe laufen?',
  'Should frames be blended into each other for smooth motion?':
    'Sollen Frames für weiche Bewegung ineinander überblendet werden?',
  'From when to when does each video piece go?': 'Von wann bis wann geht jedes Stück des Videos?',
  'How many seconds or minutes long should each video piece be?':
    'Wie viele Sekunden oder Minuten lang soll jedes Stück des Videos sein?',
  'At which moments should the video be cut into pieces?':
    'In welchen Momenten soll das Video in Stücke geschnitten werden?',
  'Into how many equal pieces should the video be split?':
    'In wie viele gleiche Stücke soll das Video aufgeteilt werden?',
  'Should the video be split at every scene change or chapter?':
    'Soll das Video an jedem Szenenwechsel oder Kapitel aufgeteilt werden?',
  'How long must nothing happen on screen before it is cut out?':
    'Wie lange darf auf dem Bild nichts geschehen, bevor es herausgeschnitten wird?',
  'How much of a motionless stretch should be left at each end?':
    'Wie viel von einem unbewegten Abschnitt soll an jedem Ende bleiben?',
  'How much tiny movement, in percent, still counts as nothing moving?':
    'Wie viel geringe Bewegung, in Prozent, gilt noch als Stillstand?',
  'What is the title of the video?': 'Wie lautet der Titel des Videos?',
  'Who is the artist or maker of the video?': 'Von wem ist das Video?',
  'To which series or album does the video belong?': 'Zu welcher Serie oder welchem Album gehört das Video?',
  'In which year or on which day was the video made?': 'In welchem Jahr oder an welchem Tag wurde das Video gemacht?',
  'What genre is the video, such as documentary or comedy?':
    'Welches Genre hat das Video, etwa Dokumentation oder Komödie?',
  'What comment or note should be saved in the video file?':
    'Welcher Kommentar soll in der Videodatei gespeichert werden?',
  'Which episode or track number does the video have?': 'Welche Folgen- oder Titelnummer hat das Video?',
  'Should a timecode, a clock, a running timer or frame numbers be shown?':
    'Sollen ein Timecode, eine Uhr, ein Timer oder Bildnummern gezeigt werden?',
  'At which time or number should the counter start?': 'Bei welcher Zeit oder Nummer soll der Zähler beginnen?',
  'In which corner or place should the timecode or clock stand?':
    'In welcher Ecke oder an welcher Stelle soll der Timecode oder die Uhr stehen?',
  'How big should the digits of the timecode or clock be?':
    'Wie groß sollen die Ziffern des Timecodes oder der Uhr sein?',
  'What colour should the digits of the timecode or clock have?':
    'Welche Farbe sollen die Ziffern des Timecodes oder der Uhr haben?',
  'From when to when should the timecode or timer be visible?':
    'Von wann bis wann soll der Timecode oder Timer sichtbar sein?',
  'How many frames per second should the animated picture have?':
    'Wie viele Frames pro Sekunde soll das animierte Bild haben?',
  'How many pixels wide should the animated picture be?': 'Wie viele Pixel breit soll das animierte Bild sein?',
  'Should the animation be saved as an animated WebP or an APNG?':
    'Soll die Animation als animiertes WebP oder als APNG gespeichert werden?',
  "Which of the video's sound tracks is taken, by number or language?":
    'Welche Tonspur des Videos wird genommen, nach Nummer oder Sprache?',
  'Should every sound track or channel become a separate file?':
    'Soll jede Tonspur oder jeder Kanal eine eigene Datei werden?',
  'Which audio format should the extracted sound have, such as MP3 or WAV?':
    'Welches Audioformat soll der extrahierte Ton haben, etwa MP3 oder WAV?',
  'Should the sound be copied out as it is, without re-encoding?':
    'Soll der Ton unverändert kopiert werden, ohne Neukodierung?',
  'How many kilobits per second should the extracted sound have?':
    'Wie viele Kilobit pro Sekunde soll der extrahierte Ton haben?',
  'How many samples per second (hertz) should the extracted sound have?':
    'Wie viele Abtastwerte pro Sekunde (Hertz) soll der extrahierte Ton haben?',
  'How many bits per sample should the extracted sound have?':
    'Wie viele Bits je Abtastwert soll der extrahierte Ton haben?',
  'Should the extracted sound be mono or stereo?': 'Soll der extrahierte Ton mono oder stereo sein?',
  'At which moments of the video should frames be grabbed as pictures?':
    'In welchen Momenten des Videos sollen Frames als Bilder entnommen werden?',
  'Every how many seconds or frames should a still be taken?':
    'Alle wie viele Sekunden oder Frames soll ein Standbild entnommen werden?',
  'How many still pictures should be taken from the video?': 'Wie viele Standbilder sollen dem Video entnommen werden?',
  'Which picture format should the frames be saved in?': 'In welchem Bildformat sollen die Frames gespeichert werden?',
  'Which part of the video is kept or taken out?': 'Welcher Teil des Videos bleibt oder wird entfernt?',
  "How many decibels louder or quieter should the video's sound be?":
    'Wie viele Dezibel lauter oder leiser soll der Ton des Videos sein?',
  "To which overall loudness (LUFS) should the video's sound be normalised?":
    'Auf welche Gesamtlautheit (LUFS) soll der Ton des Videos normalisiert werden?',
  'By how many decibels may quiet speakers in the video be raised?':
    'Um wie viele Dezibel dürfen leise Sprecher im Video angehoben werden?',
  'Which part of the video should become louder or quieter?': 'Welcher Teil des Videos soll lauter oder leiser werden?',
  'Which part of the picture should the camera zoom in on?': 'In welchen Teil des Bildes soll die Kamera zoomen?',
  'Which part of the picture is seen when the zoom begins?':
    'Welcher Teil des Bildes ist zu Beginn des Zooms zu sehen?',
  'From when to when should the zoom or camera move happen?':
    'Von wann bis wann soll der Zoom oder die Kamerafahrt stattfinden?',
  'Should the view stay zoomed in afterwards, or go back at once or slowly?':
    'Soll die Ansicht danach gezoomt bleiben oder sofort oder langsam zurückgehen?',
  'At exactly which pixels or percentages should the picture sit, and how big?':
    'An welchen Pixeln oder Prozentwerten genau soll das Bild liegen, und wie groß?',
  'At exactly which pixels or percentages should the inset video sit, and how big?':
    'An welchen Pixeln oder Prozentwerten genau soll das kleine Video liegen, und wie groß?',
  'At exactly which pixels or percentages should the video sit, and how big?':
    'An welchen Pixeln oder Prozentwerten genau soll das Video liegen, und wie groß?',
};
