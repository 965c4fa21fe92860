/** What is asked for the fields of tools of texts, in German. */
export const questions = {
  'Should the names of people, places or organisations be listed?':
    'Sollen die Namen von Personen, Orten oder Organisationen aufgelistet werden?',
  'Which particular names in the text are you looking for?': 'Welche bestimmten Namen im Text werden gesucht?',
  'What do you want to know about the text?': 'Was soll über den Text beantwortet werden?',
  'Whose mood should be judged, or the feeling about what?':
    'Wessen Stimmung soll beurteilt werden, oder die Haltung wozu?',
  'More than how many characters make a subtitle line too long?':
    'Mehr als wie viele Zeichen machen eine Untertitelzeile zu lang?',
  'More than how many lines at once are too many?': 'Mehr als wie viele Zeilen auf einmal sind zu viele?',
  'More than how many characters per second are too fast to read?':
    'Mehr als wie viele Zeichen pro Sekunde sind zu schnell zu lesen?',
  'Below how many seconds on screen is a subtitle too short?':
    'Unter wie vielen Sekunden ist ein Untertitel zu kurz zu sehen?',
  'Below how many seconds is the pause between two subtitles too small?':
    'Unter wie vielen Sekunden ist die Pause zwischen zwei Untertiteln zu klein?',
  'Should repeated lines of rolling automatic captions be merged?':
    'Sollen wiederholte Zeilen rollender automatischer Untertitel zusammengeführt werden?',
  'Should garbled letters from a wrong text encoding be repaired?':
    'Sollen durch falsche Textkodierung entstellte Zeichen repariert werden?',
  'Should sound notes and speaker names for the hard of hearing be removed?':
    'Sollen Geräuschhinweise und Sprechernamen für Hörgeschädigte entfernt werden?',
  'Which language of two-language subtitles is kept, the upper or the lower?':
    'Welche Sprache zweisprachiger Untertitel bleibt, die obere oder die untere?',
  'At most how many characters may a subtitle line be broken to?':
    'Auf höchstens wie viele Zeichen darf eine Untertitelzeile umbrochen werden?',
  'At most how many lines may be shown on screen at once?':
    'Wie viele Zeilen dürfen höchstens gleichzeitig zu sehen sein?',
  'At most how many characters per second should viewers have to read?':
    'Wie viele Zeichen pro Sekunde sollen höchstens zu lesen sein?',
  'For how many seconds should each subtitle stay on screen at least?':
    'Wie viele Sekunden soll jeder Untertitel mindestens zu sehen sein?',
  'How many seconds should there be at least between two subtitles?':
    'Wie viele Sekunden sollen mindestens zwischen zwei Untertiteln liegen?',
  'At what time does the second part of the film begin?': 'Zu welcher Zeit beginnt der zweite Teil des Films?',
  'Into which subtitle format should they be converted, such as SRT, VTT or ASS?':
    'In welches Untertitelformat sollen sie konvertiert werden, etwa SRT, VTT oder ASS?',
  'By how many seconds should the subtitles appear later or earlier?':
    'Um wie viele Sekunden sollen die Untertitel später oder früher erscheinen?',
  "By what factor should the subtitles' times be stretched or squeezed?":
    'Um welchen Faktor sollen die Zeiten der Untertitel gestreckt oder gestaucht werden?',
  'For how many frames per second were the subtitles made?':
    'Für wie viele Frames pro Sekunde wurden die Untertitel gemacht?',
  'How many frames per second does the video have that they must fit?':
    'Wie viele Frames pro Sekunde hat das Video, zu dem sie passen müssen?',
  "To which right times do one or two subtitles' wrong times belong?":
    'Zu welchen richtigen Zeiten gehören die falschen Zeiten von einem oder zwei Untertiteln?',
  'For which part of the film are the subtitles kept?': 'Für welchen Teil des Films bleiben die Untertitel?',
  'At most how many sentences may the summary have?': 'Wie viele Sätze darf die Zusammenfassung höchstens haben?',
  'In which language should the summary be written?': 'In welcher Sprache soll die Zusammenfassung geschrieben werden?',
  'What should the summary focus on, or how should it be written?':
    'Worauf soll sich die Zusammenfassung konzentrieren, oder wie soll sie geschrieben sein?',
  'At most how many keywords or tags should be picked?': 'Wie viele Schlagwörter sollen es höchstens sein?',
  'In which language should the keywords be written?': 'In welcher Sprache sollen die Schlagwörter geschrieben werden?',
  'What kind of keywords or hashtags do you want?': 'Welche Art von Schlagwörtern oder Hashtags ist gewünscht?',
  'How should the text be rewritten, changed or continued?':
    'Wie soll der Text umgeschrieben, geändert oder fortgesetzt werden?',
  'Into which language should the text be translated?': 'In welche Sprache soll der Text übersetzt werden?',
  'How should the translation sound, formal or casual, literal or free?':
    'Wie soll die Übersetzung klingen: förmlich oder locker, wörtlich oder frei?',
  'In which language should the title be written?': 'In welcher Sprache soll der Titel geschrieben werden?',
  'What kind of title do you want, in which style or tone?':
    'Welche Art von Titel ist gewünscht, in welchem Stil oder Ton?',
};
