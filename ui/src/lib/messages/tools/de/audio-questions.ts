/** What is asked for the fields of tools of audio, in German. */
export const questions = {
  'To which loudness (LUFS) should the whole album be brought?':
    'Auf welche Lautheit (LUFS) soll das ganze Album gebracht werden?',
  'How many decibels may the loudest peak of the whole album reach?':
    'Wie viele Dezibel darf die lauteste Spitze des ganzen Albums erreichen?',
  'Into which audio format should the sound be converted, such as MP3 or WAV?':
    'In welches Audioformat soll konvertiert werden, etwa MP3 oder WAV?',
  'How many kilobits per second should the converted sound have?':
    'Wie viele Kilobit pro Sekunde soll die konvertierte Datei haben?',
  'How many samples per second (hertz) should the converted sound have?':
    'Wie viele Abtastwerte pro Sekunde (Hertz) soll die konvertierte Datei haben?',
  'Should the converted sound be mono or stereo?': 'Soll die konvertierte Datei mono oder stereo sein?',
  'How many bits per sample should the converted sound have?':
    'Wie viele Bits je Abtastwert soll die konvertierte Datei haben?',
  'Should the sound be copied without re-encoding, or encoded anew?':
    'Soll der Ton ohne Neukodierung kopiert oder neu kodiert werden?',
  'Should the listed parts of the sound be joined into one file?':
    'Sollen die aufgelisteten Teile zu einer Audiodatei verbunden werden?',
  'How many frames per second does the cut list of the sound count?':
    'Nach wie vielen Frames pro Sekunde zählt die Schnittliste der Audiodatei?',
  'Which part of the sound is kept or taken out?': 'Welcher Teil des Tons bleibt oder wird entfernt?',
  'Should the sound be played backwards?': 'Soll der Ton rückwärts abgespielt werden?',
  'By how many semitones should the sound be pitched higher or lower?':
    'Um wie viele Halbtöne soll der Ton höher oder tiefer werden?',
  'How many times faster or slower should it play, keeping its pitch?':
    'Wievielmal schneller oder langsamer soll er laufen, bei gleicher Tonhöhe?',
  'How much faster or slower should it run like a tape, pitch changing too?':
    'Wie viel schneller oder langsamer soll er wie ein Band laufen, mit veränderter Tonhöhe?',
  'How many decibels louder or quieter should the sound be?': 'Wie viele Dezibel lauter oder leiser soll der Ton sein?',
  'To which overall loudness (LUFS) should the sound be normalised?':
    'Auf welche Gesamtlautheit (LUFS) soll der Ton normalisiert werden?',
  'How many decibels more or less bass should the sound have?':
    'Wie viele Dezibel mehr oder weniger Bässe soll der Ton haben?',
  'How many decibels more or less treble should the sound have?':
    'Wie viele Dezibel mehr oder weniger Höhen soll der Ton haben?',
  'Below which frequency in hertz should low tones be cut away?':
    'Unter welcher Frequenz in Hertz sollen tiefe Töne abgeschnitten werden?',
  'Above which frequency in hertz should high tones be cut away?':
    'Über welcher Frequenz in Hertz sollen hohe Töne abgeschnitten werden?',
  'Around which frequency should the equalizer boost or lower the sound?':
    'Um welche Frequenz herum soll der Equalizer anheben oder absenken?',
  'By how many decibels should that frequency band be boosted or lowered?':
    'Um wie viele Dezibel soll dieses Frequenzband angehoben oder abgesenkt werden?',
  'How strongly, at which ratio, should loud passages be compressed?':
    'Wie stark, in welchem Verhältnis, sollen laute Stellen komprimiert werden?',
  'Above which level in decibels should the compressor start working?':
    'Ab welchem Pegel in Dezibel soll der Kompressor arbeiten?',
  'How much wider or narrower should the stereo image sound?':
    'Wie viel breiter oder schmaler soll das Stereobild klingen?',
  'How much time should pass between one echo and the next?': 'Wie viel Zeit soll zwischen zwei Echos vergehen?',
  "How long should the room's reverb ring on?": 'Wie lange soll der Hall des Raums nachklingen?',
  'How many seconds should the sound take to fade in?': 'Wie viele Sekunden soll das Einblenden dauern?',
  'How many seconds should the sound take to fade out?': 'Wie viele Sekunden soll das Ausblenden dauern?',
  'How many seconds of silence should be added at the beginning?':
    'Wie viele Sekunden Stille sollen am Anfang hinzukommen?',
  'How many seconds of silence should be added at the end?': 'Wie viele Sekunden Stille sollen am Ende hinzukommen?',
  'Should the polarity of the left, right or both channels be inverted?':
    'Soll die Polarität des linken, des rechten oder beider Kanäle umgekehrt werden?',
  'How many decibels may the loudest peak of the sound reach?':
    'Wie viele Dezibel darf die lauteste Spitze des Tons erreichen?',
  'How many times should the sound be played in a row?': 'Wie oft soll der Ton hintereinander gespielt werden?',
  'How long should the looped sound last in total?': 'Wie lange soll die Schleife insgesamt dauern?',
  'Should the loop crossfade smoothly from its end into its start?':
    'Soll die Schleife weich vom Ende in den Anfang überblenden?',
  "Should all the sound's tags be removed, or only where it was recorded?":
    'Sollen alle Tags entfernt werden oder nur der Aufnahmeort?',
  'Should both sounds play at once, one after the other, or crossfade?':
    'Sollen beide gleichzeitig laufen, nacheinander oder überblendet?',
  'How many seconds should one sound take to fade into the other?':
    'Wie viele Sekunden soll das Überblenden vom einen ins andere dauern?',
  'Which of the two sounds should come first?': 'Welche der beiden Aufnahmen soll zuerst kommen?',
  'Should the mix end with the speech or when the longer sound ends?':
    'Soll die Mischung mit der Sprache enden oder wenn die längere Aufnahme endet?',
  'How many seconds of silence should lie between the two sounds?':
    'Wie viele Sekunden Stille sollen zwischen den beiden liegen?',
  'How loud should the background music be compared with the voice, in decibels?':
    'Wie laut, in Dezibel, soll die Hintergrundmusik im Vergleich zur Stimme sein?',
  'How far should the background music drop while somebody is talking?':
    'Wie weit soll die Hintergrundmusik leiser werden, während jemand spricht?',
  'How quiet must the recording be to count as silence?': 'Wie leise muss die Aufnahme sein, um als Stille zu gelten?',
  'How long must a pause in the recording be at least to be cut?':
    'Wie lang muss eine Pause der Aufnahme mindestens sein, um herausgeschnitten zu werden?',
  'How much of each pause should be left at its ends?': 'Wie viel von jeder Pause soll an ihren Enden bleiben?',
  'Should silence be cut everywhere, or only at the beginning or end?':
    'Soll Stille überall herausgeschnitten werden oder nur am Beginn oder Ende?',
  'From when to when does each piece of the sound go?': 'Von wann bis wann geht jedes Stück der Aufnahme?',
  'How many seconds or minutes long should each sound piece be?':
    'Wie viele Sekunden oder Minuten lang soll jedes Stück der Aufnahme sein?',
  'At which moments should the sound be cut into pieces?':
    'In welchen Momenten soll die Aufnahme in Stücke geschnitten werden?',
  'Into how many equal pieces should the sound be split?':
    'In wie viele gleiche Stücke soll die Aufnahme aufgeteilt werden?',
  'Should the sound be split at its pauses, chapters, channels or tracks?':
    'Soll die Aufnahme an ihren Pausen, Kapiteln, Kanälen oder Spuren aufgeteilt werden?',
  'What is the title of the song or recording?': 'Wie lautet der Titel des Songs oder der Aufnahme?',
  'Who is the singer, band or artist of the recording?': 'Wer singt oder spielt in der Aufnahme?',
  'Which album does the song belong to?': 'Zu welchem Album gehört der Song?',
  'In which year or on which day did the song come out?': 'In welchem Jahr oder an welchem Tag erschien der Song?',
  'What genre is the music, such as jazz or rock?': 'Welches Genre hat die Musik, etwa Jazz oder Rock?',
  'What comment or note should be saved in the sound file?':
    'Welcher Kommentar soll in der Audiodatei gespeichert werden?',
  'Which track number does the song have on the album?': 'Welche Titelnummer hat der Song auf dem Album?',
  'At which frequency is the mains hum to be removed, 50 or 60 hertz?':
    'Bei welcher Frequenz soll das Netzbrummen entfernt werden, 50 oder 60 Hertz?',
  'Which picture format should the waveform and spectrogram be saved in?':
    'In welchem Bildformat sollen Wellenform und Spektrogramm gespeichert werden?',
  'Should the part of the sound be silenced or bleeped out?': 'Soll der Teil stummgeschaltet oder überpiept werden?',
  'Which seconds of the sound are muted, bleeped, or made louder or quieter?':
    'Welche Sekunden werden stumm, überpiept, lauter oder leiser?',
  'Below how many hertz should the bass stay while the vocals go?':
    'Unter wie viel Hertz soll der Bass bleiben, während der Gesang entfernt wird?',
  'By how many decibels may the quiet speaker be raised at most?':
    'Um wie viele Dezibel darf der leise Sprecher höchstens angehoben werden?',
  'Over how many seconds should the volume adapt to each speaker?':
    'Über wie viele Sekunden soll sich die Lautstärke jedem Sprecher anpassen?',
  'Should the spoken words be cut out of the recording, or kept alone?':
    'Sollen die gesprochenen Worte aus der Aufnahme geschnitten oder allein behalten werden?',
  'How long should the music be, in seconds or minutes?': 'Wie viele Sekunden oder Minuten lang soll die Musik sein?',
  'Which audio format should the music have, such as MP3 or WAV?':
    'Welches Audioformat soll die Musik haben, etwa MP3 oder WAV?',
  'Which audio format should the spoken text have, such as MP3 or WAV?':
    'Welches Audioformat soll der gesprochene Text haben, etwa MP3 oder WAV?',
};
