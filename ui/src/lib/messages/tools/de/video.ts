/** What tools of videos do, and what their fields mean, in German. */
/** By what they do in English. */
export const descriptions = {
  "Sync a separate recording with a video: align the external recorder's audio with the camera's sound, and use it instead":
    'Eine separate Aufnahme mit einem Video synchronisieren: den Ton des externen Rekorders am Kameraton ausrichten und an dessen Stelle verwenden',
  'List the chapters of a video: a line with time and title for each, as YouTube descriptions have them':
    'Die Kapitel eines Videos auflisten: je eine Zeile mit Zeit und Titel, wie in YouTube-Beschreibungen',
  'Give a video chapters: marks with titles at times, from a list with a time and a title in each line; nothing is encoded anew':
    'Einem Video Kapitel geben: Marken mit Titeln zu Zeiten, nach einer Liste mit Zeit und Titel in jeder Zeile; nichts wird neu kodiert',
  'Chroma key: replace the green screen of a video with an image as the background':
    'Chroma-Key: den Greenscreen eines Videos durch ein Bild als Hintergrund ersetzen',
  'Chroma key: replace the green screen of a video with another video as the background':
    'Chroma-Key: den Greenscreen eines Videos durch ein anderes Video als Hintergrund ersetzen',
  'Make a contact sheet of a video: one image with its frames at equal distances in columns and rows, each with its time':
    'Einen Kontaktabzug eines Videos erstellen: ein Bild mit Frames in gleichen Abständen in Spalten und Zeilen, jeweils mit Zeit',
  "Replace or mix a video's sound with an audio track, fitted to its length":
    'Den Ton eines Videos durch eine Tonspur ersetzen oder damit mischen, an die Länge angepasst',
  'Freeze a frame of a video: it stands still for some seconds, in silence, and then goes on':
    'Ein Standbild in ein Video setzen: Es steht einige Sekunden lautlos still und läuft dann weiter',
  'Make a video of an image with a sound track': 'Ein Video aus einem Bild mit einer Tonspur erstellen',
  'Lay an image over a video: a watermark, a logo, a sticker':
    'Ein Bild über ein Video legen: ein Wasserzeichen, ein Logo, einen Sticker',
  'Bring an image to life as a short video': 'Ein Bild als kurzes Video zum Leben erwecken',
  'Make a slideshow video of images that are shown one after the other with a transition':
    'Eine Diashow als Video aus Bildern erstellen, die nacheinander mit Übergang gezeigt werden',
  'Give a video a subtitle track: closed captions (soft subtitles) that can be switched off':
    'Einem Video eine Untertitelspur geben: Untertitel, die sich ausschalten lassen',
  'Take the subtitles that a video holds out of it as a text with times, an SRT or VTT file':
    'Die Untertitel eines Videos als Text mit Zeiten entnehmen, als SRT- oder VTT-Datei',
  'Show a text, a title, a lower third or timed subtitles on a video: where, when, in which size, colour and font, in a box, fading in and out':
    'Einen Text, einen Titel, eine Bauchbinde oder Untertitel mit Zeiten auf einem Video zeigen: Ort, Zeit, Größe, Farbe und Schriftart, in einem Kasten, mit Ein- und Ausblenden',
  'Make a short video from a description': 'Ein kurzes Video nach Beschreibung erzeugen',
  'Make a timelapse or stop motion video of many images, one after the other in the order of their names, as its frames':
    'Ein Zeitraffer- oder Stop-Motion-Video aus vielen Bildern erstellen, nacheinander in der Reihenfolge ihrer Namen',
  'Find the black bars around a video and crop them off': 'Schwarze Balken um ein Video finden und abschneiden',
  'Describe a video': 'Ein Video beschreiben',
  'Show pictures for some seconds in front of and behind a video: a title card, an intro picture, an end card':
    'Bilder einige Sekunden vor und nach einem Video zeigen: eine Titelkarte, ein Intro, eine Endkarte',
  'Change the stereo channels of a video: left or right to both sides, swapped, mono, 5.1 mixed down to stereo':
    'Die Stereokanäle eines Videos ändern: links oder rechts auf beide Seiten, vertauscht, mono, 5.1 auf Stereo gemischt',
  'Name the actions in a video': 'Die Handlungen in einem Video benennen',
  'Grade the colours of a video with a LUT: apply a colour look-up table from a .cube or .3dl file, all of it or between two times':
    'Farben eines Videos mit einer LUT anpassen: eine Farb-Lookup-Tabelle aus einer .cube- oder .3dl-Datei anwenden, auf alles oder zwischen zwei Zeiten',
  'Join two or more videos into one, also with a transition between them: a crossfade, a fade through black or white, a wipe, a slide, a circle or a zoom':
    'Zwei oder mehr Videos zu einem verbinden, auch mit Übergang: Überblendung, Schwarz- oder Weißblende, Wischen, Schieben, Kreis oder Zoom',
  'Write a video as another file: as mp4, mov, mkv, webm, avi or an animated gif, at a constant frame rate, compressed under a file size, re-encoded or remuxed, deinterlaced, tone mapped from HDR to SDR, or as WhatsApp, Discord, Instagram, YouTube or e-mail take it':
    'Ein Video als andere Datei schreiben: als mp4, mov, mkv, webm, avi oder animiertes gif, mit konstanter Bildrate, unter eine Dateigröße komprimiert, neu kodiert oder umverpackt, deinterlaced, von HDR zu SDR gewandelt, oder passend für WhatsApp, Discord, Instagram, YouTube oder E-Mail',
  'Cut a video into the parts that a list names: an EDL, a CSV table with start and end, or labels':
    'Ein Video in die Teile schneiden, die eine Liste nennt: eine EDL, eine CSV-Tabelle mit Anfang und Ende, oder Marken',
  'Adjust a video as a sentence says: brighter, black and white, blur, rotate, flip, crop, resize, frame it, all of it or between two times':
    'Ein Video nach den Worten eines Satzes anpassen: heller, schwarzweiß, unscharf, drehen, spiegeln, zuschneiden, skalieren, umrahmen, alles oder zwischen zwei Zeiten',
  'Fade a video in from black or out to black, its sound with it':
    'Ein Video aus Schwarz ein- oder nach Schwarz ausblenden, samt Ton',
  'Cut filler words such as um, uh and er out of the speech of a video, picture and sound in step':
    'Füllwörter wie „äh“ und „ähm“ aus der Sprache eines Videos schneiden, Bild und Ton bleiben synchron',
  'Show several videos at once in one: side by side, split screen, stacked, a grid, a comparison':
    'Mehrere Videos gleichzeitig in einem zeigen: nebeneinander, Split-Screen, übereinander, im Raster, als Vergleich',
  'Hide a box in a video given in pixels, in percent or as a place, such as a number plate: blur, pixelate or cover what is there, all the time or between two times, also following what moves':
    'Einen Rahmen in einem Video verdecken, angegeben in Pixeln, in Prozent oder als Stelle, etwa ein Kennzeichen: weichzeichnen, verpixeln oder abdecken, durchgehend oder zwischen zwei Zeiten, auch mit Bewegungsverfolgung',
  'Play a video over and over: a number of times, or until it has a length':
    'Ein Video immer wieder abspielen: eine Anzahl von Malen oder bis zu einer Länge',
  'Remove the metadata of a video: GPS location, camera, date and title, or the place alone; frames and sound stay as they are':
    'Die Metadaten eines Videos entfernen: GPS-Standort, Kamera, Datum und Titel, oder nur den Ort; Bild und Ton bleiben unverändert',
  'Silence the sound of a video: mute all of it, mute or bleep out the first, last or any seconds':
    'Den Ton eines Videos stummschalten: ganz, oder die ersten, letzten oder beliebige Sekunden, auch mit Piepton',
  'Hide faces in a video wherever they go, by name and without a box: find, follow and blur, pixelate or cover them':
    'Gesichter in einem Video verdecken, wohin sie sich auch bewegen, nach Namen und ohne Rahmen: finden, verfolgen und weichzeichnen, verpixeln oder abdecken',
  'Show a video smaller in front of a picture, which is its background':
    'Ein Video verkleinert vor einem Bild als Hintergrund zeigen',
  'Lay a video over another video: picture in picture, an overlay in a corner':
    'Ein Video über ein anderes legen: Bild im Bild, ein Overlay in einer Ecke',
  'Tell what a video file is: its length, size in pixels, frame rate, codecs, audio tracks, loudness, bit rate, file size and metadata':
    'Angaben zu einer Videodatei: Länge, Größe in Pixeln, Bildrate, Codecs, Tonspuren, Lautheit, Bitrate, Dateigröße und Metadaten',
  'Answer a question about a video': 'Eine Frage zu einem Video beantworten',
  'Fit a video into another format or aspect ratio for a platform: vertical, portrait, square, landscape or widescreen, cropped, with a blurred background, or letterboxed between bars':
    'Ein Video für eine Plattform in ein anderes Format oder Seitenverhältnis bringen: vertikal, Hochformat, quadratisch, Querformat oder Breitbild, beschnitten, mit unscharfem Hintergrund oder zwischen Balken',
  'Play a video backwards, its sound with it, or forwards and then backwards as a boomerang':
    'Ein Video samt Ton rückwärts abspielen, oder vorwärts und dann rückwärts als Bumerang',
  'Cut the silence out of a video: pauses and dead air go, picture and sound stay in step':
    'Stille aus einem Video schneiden: Pausen und Leerlauf verschwinden, Bild und Ton bleiben synchron',
  'Delay the sound of a video, or bring it forward: fix audio out of sync, some milliseconds late or early':
    'Den Ton eines Videos verzögern oder vorziehen: asynchronen Ton beheben, der einige Millisekunden zu spät oder zu früh kommt',
  'Cut words that are said out of a video, or keep only where they are said, picture and sound in step':
    'Gesprochene Worte aus einem Video schneiden oder nur behalten, wo sie gesprochen werden, Bild und Ton bleiben synchron',
  'Play a video or a part of it faster or slower, or ramp its speed gradually from one to another, sound kept in pitch':
    'Ein Video oder einen Teil schneller oder langsamer abspielen, oder die Geschwindigkeit allmählich ändern; die Tonhöhe bleibt',
  'Split a video into several shorter ones: every so often, at given times, into equal parts, at each scene or chapter':
    'Ein Video in mehrere kürzere aufteilen: in festen Abständen, zu gegebenen Zeiten, in gleiche Teile, an jeder Szene oder jedem Kapitel',
  'Steady a shaky video': 'Ein verwackeltes Video beruhigen',
  'Cut out the parts of a video in which nothing moves or happens on screen':
    'Die Teile eines Videos herausschneiden, in denen sich nichts bewegt oder nichts geschieht',
  'Write tags into the metadata of a video: title, artist, album, date, genre, comment, track number; frames and sound stay as they are':
    'Tags in die Metadaten eines Videos schreiben: Titel, Interpret, Album, Datum, Genre, Kommentar, Titelnummer; Bild und Ton bleiben unverändert',
  'Burn a running timecode, a clock, a timer or frame numbers into a video':
    'Einen laufenden Timecode, eine Uhr, einen Timer oder Bildnummern in ein Video einbrennen',
  'Make an animated WebP or APNG picture of a video, without sound':
    'Ein animiertes WebP oder APNG aus einem Video erstellen, ohne Ton',
  'Take the sound out of a video': 'Den Ton eines Videos extrahieren',
  'Take the key frames of a video': 'Die Schlüsselbilder eines Videos entnehmen',
  'Build a self-contained web page that presents a video':
    'Eine eigenständige Webseite erstellen, die ein Video präsentiert',
  'Cut a video to the times that a sentence gives': 'Ein Video auf die Zeiten schneiden, die ein Satz nennt',
  'Change the volume: make a video, or the first, last or any seconds of it, louder or quieter, or normalise it':
    'Die Lautstärke ändern: ein Video oder seine ersten, letzten oder beliebige Sekunden lauter oder leiser machen oder normalisieren',
  'Zoom slowly into a part of a video, as a camera that moves over it: from all of it or one part to another, between two times':
    'Langsam in einen Teil eines Videos zoomen wie mit einer Kamerafahrt: vom ganzen Bild oder einem Teil zu einem anderen, zwischen zwei Zeiten',
};

/** By what they mean in English. */
export const meanings = {
  "Whether the video's own sound is kept beside the recording or replaced by it; replaced, where none is set.":
    'Ob der Originalton des Videos neben der Aufnahme bleibt oder durch sie ersetzt wird; ohne Angabe ersetzt.',
  'The file format; that of the video, where none is set.': 'Das Dateiformat; ohne Angabe das des Videos.',
  'The colour of the screen; measured in the video, where none is set.':
    'Die Farbe des Screens; ohne Angabe im Video gemessen.',
  "How far colours may be from the screen's and still be taken out; 30, where none is set.":
    'Wie weit Farben von der Screen-Farbe abweichen dürfen und noch entfernt werden; ohne Angabe 30.',
  'The file format; MP4, where none is set.': 'Das Dateiformat; ohne Angabe MP4.',
  'How many frames stand side by side; 4, where none is set.': 'Wie viele Frames nebeneinander stehen; ohne Angabe 4.',
  'How many rows there are; as many as columns, where none is set.':
    'Wie viele Zeilen es gibt; ohne Angabe so viele wie Spalten.',
  'Whether each frame has its time; so it is, where none is set.': 'Ob jeder Frame seine Zeit trägt; ohne Angabe ja.',
  "Whether the video's own sound is kept beside the new one or replaced by it; as what is heard in both suggests, where none is set.":
    'Ob der Originalton des Videos neben dem neuen bleibt oder ersetzt wird; ohne Angabe danach, was in beiden zu hören ist.',
  'Whether a sound that is shorter than the video is heard again until it ends; once, where none is set.':
    'Ob ein Ton, der kürzer als das Video ist, bis zu dessen Ende wiederholt wird; ohne Angabe einmal.',
  'When it stands still, such as 0:05, or end for the last frame; at the end, where nothing is set.':
    'Wann es stillsteht, etwa 0:05, oder end für den letzten Frame; ohne Angabe am Ende.',
  'How long it stands still; 2 seconds, where nothing is set.': 'Wie lange es stillsteht; ohne Angabe 2 Sekunden.',
  'How long each picture is seen; together as long as the sound, where none is set.':
    'Wie lange jedes Bild zu sehen ist; ohne Angabe zusammen so lange wie der Ton.',
  'Whether the time is that of each picture or of all of them; of each, where none is set.':
    'Ob die Dauer für jedes Bild oder für alle zusammen gilt; ohne Angabe für jedes.',
  'How one picture follows the other; they crossfade, where none is set.':
    'Wie ein Bild auf das andere folgt; ohne Angabe mit Überblendung.',
  'The frame of the video; as most of several pictures lie and as a single one is, where none is set.':
    'Das Bildformat des Videos; ohne Angabe wie die meisten der Bilder, bei einem einzelnen wie dieses.',
  'What is beside pictures of another shape; the picture blurred, where none is set.':
    'Was neben Bildern anderen Formats zu sehen ist; ohne Angabe das Bild unscharf.',
  'When it is seen; all the time, where none is set.': 'Wann es zu sehen ist; ohne Angabe die ganze Zeit.',
  'How long the video is.': 'Wie lang das Video ist.',
  'How long each picture is seen; 3 s, where none is set.': 'Wie lange jedes Bild zu sehen ist; ohne Angabe 3 s.',
  'The frame of the video; as most of the pictures lie, where none is set.':
    'Das Bildformat des Videos; ohne Angabe wie die meisten der Bilder.',
  'The language of the subtitles; the one that their words are written in, where none is set.':
    'Die Sprache der Untertitel; ohne Angabe die, in der sie geschrieben sind.',
  'Of several the one of that number or language, such as 2 or German; the first with words, where none is set.':
    'Von mehreren die mit dieser Nummer oder Sprache, etwa 2 oder German; ohne Angabe die erste mit Text.',
  'The file format; srt, where none is set.': 'Das Dateiformat; ohne Angabe srt.',
  'Where the words stand; at the bottom, where none is set.': 'Wo der Text steht; ohne Angabe unten.',
  'How large the letters are; legible on a telephone, where none is set.':
    'Wie groß die Buchstaben sind; ohne Angabe auf einem Telefon lesbar.',
  'How high the letters are, of the shorter side; as “Letters” says, where none is set.':
    'Wie hoch die Buchstaben sind, bezogen auf die kürzere Seite; ohne Angabe wie unter „Buchstaben“.',
  'The colour of the letters; white, where none is set.': 'Die Farbe der Buchstaben; ohne Angabe Weiß.',
  'The colour of a box behind the letters; no box, where none is set.':
    'Die Farbe eines Kastens hinter den Buchstaben; ohne Angabe kein Kasten.',
  'The name of a font of this computer, such as Georgia; DejaVu Sans, where none is set.':
    'Der Name einer Schriftart dieses Computers, etwa Georgia; ohne Angabe DejaVu Sans.',
  'How long the words take to come and to go; they are there at once, where none is set.':
    'Wie lange der Text zum Ein- und Ausblenden braucht; ohne Angabe ist er sofort da.',
  'When they are shown, such as 0:02 to 0:05 or last 0:03; all the time or at their own times, where none is set.':
    'Wann er zu sehen ist, etwa 0:02 to 0:05 oder last 0:03; ohne Angabe die ganze Zeit oder zu seinen eigenen Zeiten.',
  'How many pictures are seen in a second; 25, where none is set.':
    'Wie viele Bilder in einer Sekunde zu sehen sind; ohne Angabe 25.',
  'How long all of it is, instead of a frame rate.': 'Wie lang das Ganze ist, anstelle einer Bildrate.',
  'What is done with pictures of another shape than most; they get bars, where none is set.':
    'Was mit Bildern geschieht, die ein anderes Format als die meisten haben; ohne Angabe erhalten sie Balken.',
  'In which order they follow each other; by name, numbers as numbers, where none is set.':
    'In welcher Reihenfolge sie aufeinander folgen; ohne Angabe nach Name, Ziffern als Zahlen.',
  'Where they are seen; before the video, and of several the first before it and the others after it, where none is set.':
    'Wo sie zu sehen sind; ohne Angabe vor dem Video, und von mehreren das erste davor und die anderen danach.',
  'How long each is seen; 3 s, where none is set.': 'Wie lange jedes zu sehen ist; ohne Angabe 3 s.',
  'How many seconds each after the video is seen; as long as the others, where none is set.':
    'Wie viele Sekunden jedes nach dem Video zu sehen ist; ohne Angabe so lange wie die anderen.',
  'What is beside pictures of another shape; black, where none is set. Nothing: they fill the frame.':
    'Was neben Bildern anderen Formats zu sehen ist; ohne Angabe Schwarz. Nichts: Sie füllen das ganze Bild.',
  'One side heard on both, left and right exchanged, or all mixed together.':
    'Eine Seite auf beiden zu hören, links und rechts vertauscht, oder alles zusammengemischt.',
  'On which part of the video, such as 0:02 to 0:05; on the whole, where none is set.':
    'Auf welchem Teil des Videos, etwa 0:02 to 0:05; ohne Angabe auf dem ganzen.',
  'Which comes first: as they were named, or by the parts that a camera wrote of one recording, where none is set. By name, numbers count as numbers.':
    'Welches zuerst kommt; ohne Angabe wie genannt, oder nach den Teilen, die eine Kamera von einer Aufnahme schrieb. Nach Name zählen Ziffern als Zahlen.',
  'How one passes over into the next; a hard cut, where none is set.':
    'Wie eines in das nächste übergeht; ohne Angabe ein harter Schnitt.',
  'How long a transition is; a second, where none is set.': 'Wie lang ein Übergang ist; ohne Angabe eine Sekunde.',
  'How many seconds of black and silence lie between two that follow each other; none, where none is set.':
    'Wie viele Sekunden Schwarz und Stille zwischen zweien liegen; ohne Angabe keine.',
  'The file format; as the video came where that is written here, else MP4, where none is set.':
    'Das Dateiformat; ohne Angabe das des Videos, wenn es hier geschrieben werden kann, sonst MP4.',
  'Where it is to play: bytes, sides, length, frame rate, codec and sound as that service takes them, all at once.':
    'Wo es laufen soll: Bytes, Seitenlängen, Länge, Bildrate, Codec und Ton passend zum Dienst, alles auf einmal.',
  'How large the file is at most, such as 8 MB; it is scaled down where that looks better.':
    'Wie groß die Datei höchstens ist, etwa 8 MB; das Bild wird verkleinert, wo es dann besser aussieht.',
  'How the file becomes so small; as looks best and plays everywhere, where none is set.':
    'Wie die Datei so klein wird; ohne Angabe so, dass sie am besten aussieht und überall läuft.',
  'Frames a second, at equal distances; as the video has, where none is set. A GIF has at most 15 then.':
    'Frames pro Sekunde in gleichen Abständen; ohne Angabe wie im Video. Ein GIF hat dann höchstens 15.',
  'Such as 400 wide, 720 high or 50%; the proportions stay. A GIF is at most 480 wide, where none is set.':
    'Etwa 400 wide (breit), 720 high (hoch) oder 50%; die Proportionen bleiben. Ein GIF ist ohne Angabe höchstens 480 breit.',
  'How good it looks; normal, where none is set.': 'Wie gut es aussieht; ohne Angabe normal.',
  'Copied: nothing is encoded anew, or it is refused. Where none is set, what fits is copied.':
    'Kopiert: Nichts wird neu kodiert, sonst wird abgelehnt. Ohne Angabe wird kopiert, was passt.',
  'Frames made whole of two fields each, also where the file does not say that it is interlaced; as it says, where none is set.':
    'Aus je zwei Halbbildern werden ganze Frames, auch wenn die Datei nicht als interlaced gekennzeichnet ist; ohne Angabe wie gekennzeichnet.',
  'From HDR (PQ or HLG) to the ordinary range of light.': 'Von HDR (PQ oder HLG) zum gewöhnlichen Dynamikumfang.',
  'How many seconds it lasts at most; what comes after is cut off. As long as it is, where none is set.':
    'Wie viele Sekunden es höchstens dauert; was danach kommt, wird abgeschnitten. Ohne Angabe unverändert.',
  "What packs the frames; the format's usual one, where none is set.":
    'Womit die Frames komprimiert werden; ohne Angabe wie für das Format üblich.',
  'None: the result has no sound track. All of it stays, where nothing is set.':
    'Ohne: Das Ergebnis hat keine Tonspur. Ohne Angabe bleibt der ganze Ton.',
  'Square: every pixel is as wide as high, as tablets and editors want them; as they are where they can be kept, where nothing is set.':
    'Quadratisch: Jedes Pixel ist so breit wie hoch, wie Tablets und Schnittprogramme es wollen; ohne Angabe unverändert, wo das möglich ist.',
  'Constant: frames come at equal distances, at the rate at which none is left out; as they come, where nothing is set.':
    'Konstant: Frames kommen in gleichen Abständen, mit der Rate, bei der keiner ausgelassen wird; ohne Angabe wie sie kommen.',
  'How another frame rate is reached: by leaving out and repeating frames, where nothing is set, or blended, so that they pass over into each other.':
    'Wie eine andere Bildrate erreicht wird: ohne Angabe durch Auslassen und Wiederholen von Frames, oder überblendet, sodass sie ineinander übergehen.',
  'Frames a second by which an EDL counts; that of the video, where none is set.':
    'Frames pro Sekunde, nach denen eine EDL zählt; ohne Angabe die des Videos.',
  'Degrees clockwise. By other angles than quarter turns the size stays and the corners are black.':
    'Grad im Uhrzeigersinn. Bei anderen Winkeln als Vierteldrehungen bleibt die Größe, und die Ecken sind schwarz.',
  'Such as 1280 wide, 720 high, 800x600 or 50%; the proportions stay.':
    'Etwa 1280 wide (breit), 720 high (hoch), 800x600 oder 50%; die Proportionen bleiben.',
  'How long it rises at the start.': 'Wie lange am Anfang eingeblendet wird.',
  'How long it falls at the end.': 'Wie lange am Ende ausgeblendet wird.',
  'What it fades from and to; black, where none is set.':
    'Von welcher und zu welcher Farbe geblendet wird; ohne Angabe Schwarz.',
  'How they lie; up to three side by side and more in a grid, where none is set.':
    'Wie sie liegen; ohne Angabe bis zu drei nebeneinander und mehr im Raster.',
  'What becomes of a video that ends before another; its last frame stays, where none is set.':
    'Was mit einem Video geschieht, das vor einem anderen endet; ohne Angabe bleibt sein letzter Frame.',
  "What is heard; the first video's sound, where none is set.":
    'Was zu hören ist; ohne Angabe der Ton des ersten Videos.',
  'The number of the only video that is heard, counted as they are shown; as Sound says, where none is set.':
    'Die Nummer des einzigen Videos, das zu hören ist, gezählt wie gezeigt; ohne Angabe wie unter „Ton“.',
  'Whether it follows what lies in it at the start; it stays where it is, where nothing is set.':
    'Ob er verfolgt, was am Anfang in ihm liegt; ohne Angabe bleibt er, wo er ist.',
  'How often it plays altogether; twice, where nothing is set.': 'Wie oft es insgesamt läuft; ohne Angabe zweimal.',
  'How long the result is to last, instead of a number of times.':
    'Wie lange das Ergebnis dauern soll, anstelle einer Anzahl.',
  'Which part plays again at its place, such as 0:02 to 0:05, while the rest plays once; all of it, where none is set.':
    'Welcher Teil an seiner Stelle wiederholt wird, etwa 0:02 to 0:05, während der Rest einmal läuft; ohne Angabe alles.',
  'No sound, or a tone of 1 kHz instead.': 'Kein Ton, oder ein Ton von 1 kHz an dessen Stelle.',
  'What they are covered with; black, where none is set.': 'Womit sie abgedeckt werden; ohne Angabe Schwarz.',
  'Such as 1920x1080; as the video, where none is set. The picture fills it.':
    'Etwa 1920x1080; ohne Angabe wie das Video. Das Bild füllt es.',
  'Such as 60%, 640 wide or 480 high; 80% of the width, where none is set.':
    'Etwa 60%, 640 wide (breit) oder 480 high (hoch); ohne Angabe 80% der Breite.',
  'Where the video lies; in the middle, where none is set.': 'Wo das Video liegt; ohne Angabe in der Mitte.',
  "What is heard; the background's sound, where none is set.":
    'Was zu hören ist; ohne Angabe der Ton des Hintergrunds.',
  'Which lies on which: the first on the second, as named, or the other way round.':
    'Welches oben liegt: das erste auf dem zweiten, wie genannt, oder umgekehrt.',
  'Whether the overlay is seen as in a mirror; as it is, where none is set.':
    'Ob das Overlay wie im Spiegel zu sehen ist; ohne Angabe unverändert.',
  'Which part of the overlay is seen, such as 400x300 at 100,50 in its pixels, 50%x50% at 25%,25%, or top half; all of it, where none is set.':
    'Welcher Teil des Overlays zu sehen ist, etwa 400x300 at 100,50 in seinen Pixeln, 50%x50% at 25%,25% oder top half; ohne Angabe alles.',
  'Of each stream as it is packed, and of the frames as they are decoded (SHA-256); none, where nothing is set.':
    'Von jedem Stream, wie er gespeichert ist, und von den dekodierten Frames (SHA-256); ohne Angabe keine.',
  'Vertical is 1080x1920, square 1080x1080, landscape 1920x1080.':
    'Vertikal ist 1080x1920, quadratisch 1080x1080, Querformat 1920x1080.',
  "Width to height, such as 4:5, at the video's own fineness; that of the shape, where none is set.":
    'Breite zu Höhe, etwa 4:5, in der Auflösung des Videos; ohne Angabe wie die Form.',
  'Such as 1080x1920; that of the shape, where none is set.': 'Etwa 1080x1920; ohne Angabe wie die Form.',
  'What surrounds it where it has another shape; it is cropped to the middle, where none is set.':
    'Was es umgibt, wenn es eine andere Form hat; ohne Angabe wird auf die Mitte zugeschnitten.',
  'Backwards, or forwards and then backwards; backwards, where none is set.':
    'Rückwärts, oder vorwärts und dann rückwärts; ohne Angabe rückwärts.',
  'By how much the sound comes later than it does; earlier below 0.':
    'Um wie viel der Ton später kommt als jetzt; unter 0 früher.',
  'How many times as fast as before.': 'Wievielmal so schnell wie zuvor.',
  'The speed that is gradually reached from the other one, or from its own; the same all along, where nothing is set.':
    'Die Geschwindigkeit, die allmählich von der anderen oder der eigenen aus erreicht wird; ohne Angabe durchgehend dieselbe.',
  'How long the video is to last, instead of a speed.':
    'Wie lange das Video dauern soll, anstelle einer Geschwindigkeit.',
  'Which part plays so, such as 0:02 to 0:05; all of it, where nothing is set.':
    'Welcher Teil so läuft, etwa 0:02 to 0:05; ohne Angabe alles.',
  'Blended: they pass over into each other, as with motion blur; left out or repeated whole, where nothing is set.':
    'Überblendet: Sie gehen ineinander über wie bei Bewegungsunschärfe; ohne Angabe ganz ausgelassen oder wiederholt.',
  'The shortest pause that is cut out; 2 seconds, where nothing is set.':
    'Die kürzeste Pause, die herausgeschnitten wird; ohne Angabe 2 Sekunden.',
  'How much a small area may change and still count as still; 1 %, where nothing is set.':
    'Wie stark sich eine kleine Fläche ändern darf und noch als still gilt; ohne Angabe 1 %.',
  'A timecode, a clock, the time that has passed, or the number of the frame; a timecode, where none is set.':
    'Ein Timecode, eine Uhr, die vergangene Zeit oder die Bildnummer; ohne Angabe ein Timecode.',
  "What the first frame shows: 10:00:00:00 (with ; before the frames where numbers are dropped), a clock's 2026-05-01 14:05:00 or 14:05:00, a time, or a number. As the file says, else 0, where none is set.":
    'Was der erste Frame zeigt: 10:00:00:00 (mit ; vor den Frames, wo Nummern ausgelassen werden), eine Uhrzeit wie 2026-05-01 14:05:00 oder 14:05:00, eine Zeit oder eine Nummer. Ohne Angabe wie in der Datei, sonst 0.',
  'Where it stands; at the bottom left, where none is set.': 'Wo es steht; ohne Angabe unten links.',
  'How high the digits are, of the shorter side; legible on a telephone, where none is set.':
    'Wie hoch die Ziffern sind, bezogen auf die kürzere Seite; ohne Angabe auf einem Telefon lesbar.',
  'The colour of the digits; white, where none is set.': 'Die Farbe der Ziffern; ohne Angabe Weiß.',
  'When it is shown, such as 0:02 to 0:05; all the time, where none is set.':
    'Wann es zu sehen ist, etwa 0:02 to 0:05; ohne Angabe die ganze Zeit.',
  'How many frames are seen in a second; up to 15, where none is set.':
    'Wie viele Frames in einer Sekunde zu sehen sind; ohne Angabe bis zu 15.',
  'In pixels; up to 480, where none is set.': 'In Pixeln; ohne Angabe bis zu 480.',
  'An animated WebP, where none is set; an APNG has all colours too.':
    'Ohne Angabe ein animiertes WebP; auch ein APNG hat alle Farben.',
  'Of several the one of that number or language, such as 2 or German; the one that players play, where none is set.':
    'Von mehreren die mit dieser Nummer oder Sprache, etwa 2 oder German; ohne Angabe die, die Player abspielen.',
  'Every sound track, or every channel of one, as a file of its own; one file, where none is set.':
    'Jede Tonspur, oder jeder Kanal einer Spur, als eigene Datei; ohne Angabe eine Datei.',
  'Copied: the sound is not encoded anew, or it is refused.':
    'Kopiert: Der Ton wird nicht neu kodiert, sonst wird abgelehnt.',
  'The times of the frames, such as 0:05, middle or end - 0:01.':
    'Die Zeiten der Frames, etwa 0:05, middle oder end - 0:01.',
  'How far apart the frames are, such as 2 s or 10 frames.':
    'Wie weit die Frames auseinander liegen, etwa 2 s oder 10 frames.',
  'How many frames are taken, of the longest shots.':
    'Wie viele Frames entnommen werden, aus den längsten Einstellungen.',
  'What is kept, such as 0:02 to 0:05 or last 0:03, or what is taken out, such as without 0:10 to 0:20; a time can be a timecode, such as 01:00:02;00.':
    'Was bleibt, etwa 0:02 to 0:05 oder last 0:03, oder was entfernt wird, etwa without 0:10 to 0:20; eine Zeit kann ein Timecode sein, etwa 01:00:02;00.',
  'By how many dB at most a softer voice is lifted to the level of the louder ones; none is, where none is set.':
    'Um wie viel dB eine leisere Stimme höchstens auf den Pegel der lauteren angehoben wird; ohne Angabe gar nicht.',
  "What fills the frame at the end, such as 400x300 at 100,50 in pixels, 50%x50% at 25%,25%, or top half; it is widened to the video's shape. The middle, where nothing is set; all of it, where only From is.":
    'Was am Ende das Bild füllt, etwa 400x300 at 100,50 in Pixeln, 50%x50% at 25%,25% oder top half; es wird auf die Form des Videos erweitert. Ohne Angabe die Mitte; alles, wenn nur „Von“ angegeben ist.',
  'What is seen at the start of the move, written in the same way; all of it, where none is set.':
    'Was zu Beginn der Bewegung zu sehen ist, ebenso geschrieben; ohne Angabe alles.',
  'From when to when it moves, such as 0:02 to 0:05; all along, where none is set.':
    'Von wann bis wann die Bewegung läuft, etwa 0:02 to 0:05; ohne Angabe durchgehend.',
  'What is seen after the move; what it ended with, where none is set.':
    'Was nach der Bewegung zu sehen ist; ohne Angabe das, womit sie endete.',
  'Its size and place on the video, such as 300x200 at 50,40 in pixels or 30%x20% at 5%,5%; instead of place, size and margin.':
    'Größe und Position auf dem Video, etwa 300x200 at 50,40 in Pixeln oder 30%x20% at 5%,5%; anstelle von Position, Größe und Rand.',
};
