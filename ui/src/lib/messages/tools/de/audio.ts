/** What tools of audio do, and what their fields mean, in German. */
/** By what they do in English. */
export const descriptions = {
  'Bring all songs of an album to a loudness together by one and the same gain, so that the differences between them stay':
    'Alle Titel eines Albums mit ein und derselben Verstärkung auf eine gemeinsame Lautheit bringen, sodass die Unterschiede zwischen ihnen bleiben',
  'List the chapters of a sound, such as an audio book or a podcast: a line with time and title for each':
    'Die Kapitel einer Audiodatei auflisten, etwa eines Hörbuchs oder Podcasts: je eine Zeile mit Zeit und Titel',
  'Give a sound, such as a podcast or an audio book, chapters: marks with titles at times, from a list with a time and a title in each line':
    'Einer Audiodatei, etwa einem Podcast oder Hörbuch, Kapitel geben: Marken mit Titeln zu Zeiten, nach einer Liste mit Zeit und Titel in jeder Zeile',
  'Say what an audio clip holds': 'Sagen, was in einer Audioaufnahme zu hören ist',
  'Write a sound in another file format, at another bit rate or sample rate, in mono or stereo, and change nothing else':
    'Audio in ein anderes Dateiformat, mit anderer Bitrate oder Abtastrate, in Mono oder Stereo schreiben, ohne sonst etwas zu ändern',
  'Put a picture into a sound file as its cover art (album art, artwork), in place of the one that it has; the sound stays as it is':
    'Ein Bild als Cover in eine Audiodatei einfügen, anstelle des vorhandenen; der Ton bleibt unverändert',
  "Cut a sound into the parts that a list names: a cue sheet, Audacity's labels, a CSV table with start and end, or an EDL; tracks of a cue sheet get their tags":
    'Audio in die Teile schneiden, die eine Liste nennt: ein Cuesheet, Audacity-Textmarken, eine CSV-Tabelle mit Anfang und Ende oder eine EDL; Titel eines Cuesheets erhalten ihre Tags',
  'Apply a named effect: reverb, echo, fade, pitch, speed, trim, gain, loudness, mono, left or right channel':
    'Einen genannten Effekt anwenden: Hall, Echo, Blende, Tonhöhe, Geschwindigkeit, Zuschnitt, Verstärkung, Lautheit, mono, linker oder rechter Kanal',
  'Loop a sound: repeat it a number of times, or until it has a length':
    'Audio als Schleife: eine Anzahl von Malen oder bis zu einer Länge wiederholen',
  'Remove the metadata of a sound: its tags such as title, artist and cover, or where it was recorded; the sound stays as it is':
    'Die Metadaten einer Audiodatei entfernen: Tags wie Titel, Interpret und Cover, oder den Aufnahmeort; der Ton bleibt unverändert',
  'Mix or join two audio clips, or crossfade one into the other':
    'Zwei Audioaufnahmen mischen, verbinden oder ineinander überblenden',
  'Tell what a sound file is: its length, codec, channels, sample rate, bit rate, loudness, file size and metadata':
    'Angaben zu einer Audiodatei: Länge, Codec, Kanäle, Abtastrate, Bitrate, Lautheit, Dateigröße und Metadaten',
  'Cut the silence out of a sound: its pauses and dead air, or what is silent at its ends':
    'Stille aus Audio schneiden: Pausen und Leerlauf, oder die Stille an den Enden',
  'Split a sound into several: every so often, at given times, into equal parts, at its pauses or chapters, or into a mono file of each channel':
    'Audio in mehrere Teile aufteilen: in festen Abständen, zu gegebenen Zeiten, in gleiche Teile, an Pausen oder Kapiteln, oder in eine Monodatei je Kanal',
  'Write tags into a sound file, such as ID3 in an mp3: title, artist, album, date or year, genre, comment, track number; the sound stays as it is':
    'Tags in eine Audiodatei schreiben, etwa ID3 in mp3: Titel, Interpret, Album, Datum oder Jahr, Genre, Kommentar, Titelnummer; der Ton bleibt unverändert',
  'Clean up a recording: reduce noise, even out loudness':
    'Eine Aufnahme bereinigen: Rauschen vermindern, Lautstärke ausgleichen',
  "Draw a clip's waveform and spectrogram": 'Wellenform und Spektrogramm einer Aufnahme zeichnen',
  'Mute or bleep out a part of a sound, or make only a part louder or quieter; the length stays':
    'Einen Teil einer Aufnahme stummschalten oder überpiepen, oder nur einen Teil lauter oder leiser machen; die Länge bleibt',
  'Make a karaoke version of a stereo song: take out the vocals in the middle and keep the sides and the bass':
    'Eine Karaokefassung eines Stereosongs erstellen: den Gesang in der Mitte entfernen, Seiten und Bass behalten',
  'Cut filler words such as um, uh and er out of a recording of speech':
    'Füllwörter wie „äh“ und „ähm“ aus einer Sprachaufnahme schneiden',
  'Make the people in a recording equally loud: lift a quiet guest to the level of the host, slowly':
    'Sprecher einer Aufnahme gleich laut machen: einen leisen Gast allmählich auf den Pegel des Gastgebers anheben',
  'Find where words are said in a recording or in the speech of a video: the times, each with its sentence':
    'Finden, wo Worte in einer Aufnahme oder in der Sprache eines Videos gesagt werden: die Zeiten, jeweils mit dem Satz',
  'Transcribe speech, with times': 'Sprache mit Zeiten transkribieren',
  'Cut words that are said out of a recording, or keep only where they are said':
    'Gesprochene Worte aus einer Aufnahme schneiden oder nur behalten, wo sie gesprochen werden',
  'Make music that fits a description': 'Musik erzeugen, die zu einer Beschreibung passt',
  'Read a text aloud': 'Einen Text vorlesen',
};

/** By what they mean in English. */
export const meanings = {
  'How loud all of them together are to be; -14, where neither it nor a peak level is set.':
    'Wie laut alle zusammen sein sollen; -14, wenn weder dies noch ein Spitzenpegel angegeben ist.',
  'How high the highest sample of all is to be, such as -1; beside a loudness, how high it may be at most.':
    'Wie hoch der höchste Abtastwert von allen sein soll, etwa -1; neben einer Lautheit, wie hoch er höchstens sein darf.',
  'The file format; as the sound came, where none is set but something else is.':
    'Das Dateiformat; ohne Angabe das der Ausgangsdatei, wenn etwas anderes angegeben ist.',
  'Copied: nothing is encoded anew, or it is refused.': 'Kopiert: Nichts wird neu kodiert, sonst wird abgelehnt.',
  'Frames a second by which an EDL counts; 25, where none is set.':
    'Frames pro Sekunde, nach denen eine EDL zählt; ohne Angabe 25.',
  'The file format; that of the sound, where none is set.': 'Das Dateiformat; ohne Angabe das der Ausgangsdatei.',
  'What is kept, such as 0:02 to 0:05 or last 0:03, or what is taken out, such as without 0:10 to 0:20.':
    'Was bleibt, etwa 0:02 to 0:05 oder last 0:03, oder was entfernt wird, etwa without 0:10 to 0:20.',
  'Higher, or lower below 0, in semitones; the tempo stays.': 'Höher, unter 0 tiefer, in Halbtönen; das Tempo bleibt.',
  'How many times as fast as before; the pitch stays.': 'Wievielmal so schnell wie zuvor; die Tonhöhe bleibt.',
  'How many times as fast as before; the pitch changes with it.':
    'Wievielmal so schnell wie zuvor; die Tonhöhe ändert sich mit.',
  'More bass, or less below 0.': 'Mehr Bässe, unter 0 weniger.',
  'More treble, or less below 0.': 'Mehr Höhen, unter 0 weniger.',
  'What is lower is taken away.': 'Was tiefer liegt, wird entfernt.',
  'What is higher is taken away.': 'Was höher liegt, wird entfernt.',
  'The frequency of a band that is louder or softer.': 'Die Frequenz eines Bands, das lauter oder leiser wird.',
  'That band louder, or softer below 0.': 'Dieses Band lauter, unter 0 leiser.',
  'How many dB come out as one above the threshold.': 'Wie viele dB über dem Schwellenwert als eines herauskommen.',
  'How loud it is compressed from; as fits the sound, where none is set.':
    'Ab welcher Lautstärke komprimiert wird; ohne Angabe passend zum Ton.',
  'Wider above 100, narrower below.': 'Über 100 breiter, darunter schmaler.',
  'One side heard on both, left and right exchanged, or all mixed together; as they are, where none is set.':
    'Eine Seite auf beiden zu hören, links und rechts vertauscht, oder alles zusammengemischt; ohne Angabe unverändert.',
  'The time between two echoes.': 'Die Zeit zwischen zwei Echos.',
  'How long the room rings.': 'Wie lange der Raum nachklingt.',
  'How long it rises from silence.': 'Wie lange aus der Stille eingeblendet wird.',
  'How long it falls to silence at the end.': 'Wie lange am Ende bis zur Stille ausgeblendet wird.',
  'How long it is silent before it begins.': 'Wie lange es vor dem Beginn still ist.',
  'How long it is silent behind its end.': 'Wie lange es nach dem Ende still ist.',
  'Turns the polarity of one side or of both over; as it is, where none is set.':
    'Kehrt die Polarität einer Seite oder beider um; ohne Angabe unverändert.',
  'How high the highest sample is to be, such as -1; beside a loudness, how high it may be at most.':
    'Wie hoch der höchste Abtastwert sein soll, etwa -1; neben einer Lautheit, wie hoch er höchstens sein darf.',
  'How many times it is heard.': 'Wie oft es zu hören ist.',
  'How long the result is, instead of how many times.': 'Wie lang das Ergebnis ist, anstelle einer Anzahl.',
  'Whether the end crossfades into the start; joined as they are, where none is set.':
    'Ob das Ende in den Anfang überblendet; ohne Angabe verbunden, wie sie sind.',
  'Whether both are heard at once; so it is where none is set.': 'Ob beide gleichzeitig zu hören sind; ohne Angabe ja.',
  'How long one fades into the other; 2 s where they are crossfaded and none is set.':
    'Wie lange eines in das andere überblendet; 2 s, wenn überblendet wird und nichts angegeben ist.',
  'Which comes first.': 'Was zuerst kommt.',
  'Where two that are heard at once end: with the speech, or without any with the shorter; with the longer, where none is set.':
    'Wo zwei gleichzeitig gehörte enden: mit der Sprache, oder ohne Sprache mit der kürzeren; ohne Angabe mit der längeren.',
  'How many seconds of silence lie between two that follow each other; none, where none is set.':
    'Wie viele Sekunden Stille zwischen zwei aufeinanderfolgenden liegen; ohne Angabe keine.',
  'The file format; as the sound has, where none is set.': 'Das Dateiformat; ohne Angabe wie die Ausgangsdatei.',
  'Only the hum of that frequency and its multiples goes, such as 50 Hz; all noise, where none is set.':
    'Nur das Brummen dieser Frequenz und ihrer Vielfachen wird entfernt, etwa 50 Hz; ohne Angabe alles Rauschen.',
  'Silence, or a tone of 1 kHz instead; as it was, where none is set.':
    'Stille, oder ein Ton von 1 kHz an ihrer Stelle; ohne Angabe unverändert.',
  'What is lower than so many Hz stays, as the bass is in the middle too; 120, where none is set.':
    'Was tiefer als so viele Hz liegt, bleibt, da auch der Bass in der Mitte ist; ohne Angabe 120.',
  'By how many dB at most a softer voice is lifted; 20, where none is set.':
    'Um wie viel dB eine leisere Stimme höchstens angehoben wird; ohne Angabe 20.',
  'Over how many seconds the level is followed: fewer follow faster turns; 2.5, where none is set.':
    'Über wie viele Sekunden dem Pegel gefolgt wird: weniger folgen schnelleren Wechseln; ohne Angabe 2,5.',
  'How long the music is.': 'Wie lang die Musik ist.',
};
