/** What tools of texts do, and what their fields mean, in German. */
/** By what they do in English. */
export const descriptions = {
  'List the names of people, places and organisations in a text':
    'Die Namen von Personen, Orten und Organisationen in einem Text auflisten',
  'Answer a question or follow a written instruction; no media involved':
    'Eine Frage beantworten oder einer schriftlichen Anweisung folgen; ohne Medien',
  'Judge the sentiment of a text': 'Die Stimmung eines Textes beurteilen',
  'List which subtitles have too long lines, are too fast to read, too short, or overlap the next one':
    'Auflisten, welche Untertitel zu lange Zeilen haben, zu schnell zu lesen oder zu kurz sind oder den nächsten überlappen',
  'Mend subtitles: automatic captions whose lines repeat, words for the hard of hearing, long lines, reading speed, gaps, two languages in one file':
    'Untertitel bereinigen: automatische Untertitel mit wiederholten Zeilen, Hinweise für Hörgeschädigte, lange Zeilen, Lesegeschwindigkeit, Abstände, zwei Sprachen in einer Datei',
  'Join the subtitles of two parts of a film into one subtitle file, those of the second part later by the length of the first':
    'Die Untertitel zweier Filmteile zu einer Untertiteldatei verbinden, die des zweiten Teils um die Länge des ersten später',
  'Write subtitles in another file format: SRT (SubRip), VTT (WebVTT) or ASS (Advanced SubStation Alpha), with the same words and times':
    'Untertitel in einem anderen Dateiformat schreiben: SRT (SubRip), VTT (WebVTT) oder ASS (Advanced SubStation Alpha), mit denselben Worten und Zeiten',
  'Put the subtitles of two languages into one bilingual subtitle file, one language below the other':
    'Die Untertitel zweier Sprachen in eine zweisprachige Datei bringen, eine Sprache unter der anderen',
  'Move the times of subtitles later or earlier, or stretch them to another frame rate, so that they fit the video':
    'Die Zeiten von Untertiteln nach hinten oder vorn verschieben oder auf eine andere Bildrate strecken, sodass sie zum Video passen',
  'Cut a subtitle file to a part of its film, its times counted from the beginning of that part':
    'Eine Untertiteldatei auf einen Teil des Films zuschneiden, die Zeiten vom Anfang dieses Teils gezählt',
  'Summarise a long text': 'Einen langen Text zusammenfassen',
  'Extract keywords/tags from a text': 'Schlagwörter aus einem Text gewinnen',
  'Rewrite or continue a text as instructed': 'Einen Text nach Anweisung umschreiben oder fortsetzen',
  'Translate a text into the language that it asks for': 'Einen Text in die gewünschte Sprache übersetzen',
  'Write a short title (at most 10 words) for a text':
    'Einen kurzen Titel (höchstens 10 Wörter) für einen Text schreiben',
};

/** By what they mean in English. */
export const meanings = {
  'The kind of names that are listed; all, where none is set.':
    'Die Art der Namen, die aufgelistet werden; ohne Angabe alle.',
  'Which names are wished for, in words; all, where none is set.':
    'Welche Namen gewünscht sind, in Worten; ohne Angabe alle.',
  'What is asked about the text; the text itself is the question, where none is set.':
    'Was über den Text gefragt wird; ohne Angabe ist der Text selbst die Frage.',
  'Whose mood or about what, in words that a language model follows; that of the whole text, where none is set.':
    'Wessen Stimmung oder worüber, in Worten, denen ein Sprachmodell folgt; ohne Angabe die des ganzen Textes.',
  'The most letters in a line; 42, where none is set.': 'Die meisten Zeichen in einer Zeile; ohne Angabe 42.',
  'The most lines at once; 2, where none is set.': 'Die meisten Zeilen auf einmal; ohne Angabe 2.',
  'The most letters that are read in a second; 20, where none is set.':
    'Die meisten Zeichen, die in einer Sekunde gelesen werden; ohne Angabe 20.',
  'The shortest time that one is shown, in seconds; 0.833, where none is set.':
    'Die kürzeste Zeit, die einer gezeigt wird, in Sekunden; ohne Angabe 0,833.',
  'The shortest time between two, in seconds; 0.08, where none is set.':
    'Die kürzeste Zeit zwischen zweien, in Sekunden; ohne Angabe 0,08.',
  'Whether captions that say each line again, as automatic ones do, are merged so that each line comes once; they are where they surely roll, where none is set.':
    'Ob Untertitel, die jede Zeile noch einmal zeigen, wie automatische es tun, so zusammengeführt werden, dass jede Zeile einmal kommt; ohne Angabe, wo sie sicher rollen.',
  'Whether letters that were read in the wrong encoding (Ã© for é) are mended; they are where that is certain, where none is set.':
    'Ob falsch kodiert gelesene Zeichen (Ã© für é) repariert werden; ohne Angabe, wo das sicher ist.',
  'Whether sounds in brackets, names of who speaks and notes are taken out; they stay, where none is set.':
    'Ob Geräusche in Klammern, Sprechernamen und Noten entfernt werden; ohne Angabe bleiben sie.',
  'Of subtitles in two languages, one above the other, the one that is kept; both, where none is set.':
    'Von Untertiteln in zwei Sprachen übereinander die, die bleibt; ohne Angabe beide.',
  'The most letters in a line; as they are, where none is set.':
    'Die meisten Zeichen in einer Zeile; ohne Angabe unverändert.',
  'The most lines at once; as they are, where none is set.': 'Die meisten Zeilen auf einmal; ohne Angabe unverändert.',
  'The most letters that are read in a second; as they are, where none is set.':
    'Die meisten Zeichen, die in einer Sekunde gelesen werden; ohne Angabe unverändert.',
  'The shortest time that one is shown, in seconds; as they are, where none is set.':
    'Die kürzeste Zeit, die einer gezeigt wird, in Sekunden; ohne Angabe unverändert.',
  'The shortest time between two, in seconds; as they are, where none is set.':
    'Die kürzeste Zeit zwischen zweien, in Sekunden; ohne Angabe unverändert.',
  'The file format; as they came, where none is set.': 'Das Dateiformat; ohne Angabe wie die Ausgangsdatei.',
  "When the second part begins, such as 45:10, the length of the first film; where the first one's last subtitle ends, where none is set.":
    'Wann der zweite Teil beginnt, etwa 45:10, die Länge des ersten Films; ohne Angabe am Ende des letzten Untertitels des ersten.',
  'The file format; txt holds the words alone, csv a table. As they came, where none is set.':
    'Das Dateiformat; txt enthält nur den Text, csv eine Tabelle. Ohne Angabe wie die Ausgangsdatei.',
  'How much later they are shown, earlier below 0.': 'Um wie viel später sie gezeigt werden, unter 0 früher.',
  'How many times as long everything takes, from the start on.': 'Wievielmal so lange alles dauert, vom Anfang an.',
  'Frames a second of the video that they were made for.': 'Frames pro Sekunde des Videos, für das sie gemacht wurden.',
  'Frames a second of the video that they have to fit.': 'Frames pro Sekunde des Videos, zu dem sie passen müssen.',
  "One or two subtitles' times as they are and as they have to be, such as 0:02 to 0:03, 1:40 to 1:45; all others come between them.":
    'Die Zeiten von einem oder zwei Untertiteln, wie sie sind und wie sie sein müssen, etwa 0:02 to 0:03, 1:40 to 1:45; alle anderen kommen dazwischen.',
  'The parts that are kept, such as 0:45:10 to end, counted from 0 as the film that is cut so.':
    'Die Teile, die bleiben, etwa 0:45:10 to end, von 0 gezählt wie der so geschnittene Film.',
  'How many sentences it has at most; a quarter of the text and up to seven, where none is set.':
    'Wie viele Sätze sie höchstens hat; ohne Angabe ein Viertel des Textes und bis zu sieben.',
  'The language that it is written in, such as German, which a language model does; that of the text, where none is set.':
    'Die Sprache, in der geschrieben wird, etwa German, was ein Sprachmodell tut; ohne Angabe die des Textes.',
  'What else is wished of the summary, in words that a language model follows; nothing else, where none is set.':
    'Was sonst von der Zusammenfassung gewünscht ist, in Worten, denen ein Sprachmodell folgt; ohne Angabe nichts.',
  'How many tags there are at most; five to twelve, where none is set.':
    'Wie viele Schlagwörter es höchstens sind; ohne Angabe fünf bis zwölf.',
  'The language that they are written in, such as German, which a language model does; that of the text, where none is set.':
    'Die Sprache, in der sie geschrieben werden, etwa German, was ein Sprachmodell tut; ohne Angabe die des Textes.',
  'What else is wished of the tags, in words that a language model follows; nothing else, where none is set.':
    'Was sonst von den Schlagwörtern gewünscht ist, in Worten, denen ein Sprachmodell folgt; ohne Angabe nichts.',
  'What is to be done with the text, in words; the text itself says it, where none is set.':
    'Was mit dem Text geschehen soll, in Worten; ohne Angabe sagt es der Text selbst.',
  'The language that it is translated into, such as French; the one that the instruction names, else English, where none is set.':
    'Die Sprache, in die übersetzt wird, etwa French; ohne Angabe die in der Anweisung genannte, sonst Englisch.',
  'What is wished of the translation, in words; nothing else, where none is set.':
    'Was von der Übersetzung gewünscht ist, in Worten; ohne Angabe nichts.',
  'What else is wished of the title, in words that a language model follows; nothing else, where none is set.':
    'Was sonst vom Titel gewünscht ist, in Worten, denen ein Sprachmodell folgt; ohne Angabe nichts.',
};
