/** What is said of the fields of several of image, video, audio and text, and of models, in German. */
/** By what they mean in English. */
export const meanings = {
  'Such as 128 kbps; as is usual for the format, where none is set.':
    'Etwa 128 kbit/s; ohne Angabe wie für das Format üblich.',
  'Samples a second; as the sound has, where none is set.': 'Abtastwerte pro Sekunde; ohne Angabe wie im Ausgangston.',
  'As the sound has, where none is set.': 'Ohne Angabe wie im Ausgangston.',
  'Bits of a sample in WAV, AIFF, CAF and FLAC; as the sound has, where none is set.':
    'Bits je Abtastwert in WAV, AIFF, CAF und FLAC; ohne Angabe wie im Ausgangston.',
  'The noise that hides where bits are taken away; triangular, where none is set and bits are taken away.':
    'Das Rauschen, das die Verringerung der Bits verdeckt; ohne Angabe Dreieck, wenn Bits wegfallen.',
  'Whether all parts become one, one after the other; each a file of its own, where none is set.':
    'Ob alle Teile nacheinander eins werden; ohne Angabe jeder eine eigene Datei.',
  'Louder, or softer below 0.': 'Lauter, unter 0 leiser.',
  'How loud all of it is to be, such as -14.': 'Wie laut das Ganze sein soll, etwa -14.',
  'What is taken out; everything, where none is set.': 'Was entfernt wird; ohne Angabe alles.',
  'How loud the music is in pauses against the voice, such as -12; as an editor would have it, where none is set.':
    'Wie laut die Musik in Pausen im Vergleich zur Stimme ist, etwa -12; ohne Angabe wie beim Schnitt üblich.',
  'By how much the music falls while somebody speaks; 0 leaves it as it is; so that the voice is understood, where none is set.':
    'Um wie viel die Musik leiser wird, während jemand spricht; 0 lässt sie unverändert; ohne Angabe so, dass die Stimme verständlich ist.',
  'How far below the loudest moment silence is; -35 dB, where nothing is set.':
    'Wie weit unter der lautesten Stelle Stille beginnt; ohne Angabe -35 dB.',
  'The shortest pause that is cut out; 0.5 seconds, where nothing is set.':
    'Die kürzeste Pause, die herausgeschnitten wird; ohne Angabe 0,5 Sekunden.',
  'How much of a pause stays at each of its ends; 0.1 seconds, where nothing is set.':
    'Wie viel von einer Pause an jedem Ende bleibt; ohne Angabe 0,1 Sekunden.',
  'Which pauses are cut out; everywhere, where nothing is set.':
    'Welche Pausen herausgeschnitten werden; ohne Angabe überall.',
  'Several parts, such as 0:02 to 0:05, 0:10 to 0:12, of which each becomes a file.':
    'Mehrere Teile, etwa 0:02 to 0:05, 0:10 to 0:12; jeder wird eine Datei.',
  'How long each part is, such as 30 s; the last one may be shorter.':
    'Wie lang jeder Teil ist, etwa 30 s; der letzte kann kürzer sein.',
  'The times at which it is cut, such as 0:30, middle or end - 0:10.':
    'Die Zeitpunkte der Schnitte, etwa 0:30, middle oder end - 0:10.',
  'Into how many parts of equal length it is cut.': 'In wie viele gleich lange Teile geschnitten wird.',
  'Where it is cut, where no time or number is set.': 'Wo geschnitten wird, wenn weder Zeit noch Anzahl angegeben ist.',
  'What it is called.': 'Wie es heißt.',
  'Who made it.': 'Von wem es ist.',
  'The album, or the series, that it belongs to.': 'Das Album oder die Serie, zu der es gehört.',
  'A year such as 2024, or a day such as 2024-05-31.': 'Ein Jahr wie 2024 oder ein Tag wie 2024-05-31.',
  'Such as Jazz or Documentary.': 'Etwa Jazz oder Dokumentation.',
  'A remark in words.': 'Eine Anmerkung in Worten.',
  'Such as 3, or 3/12.': 'Etwa 3 oder 3/12.',
  'The file format.': 'Das Dateiformat.',
  'The parts in which it is changed, such as 0:02 to 0:05 or last 0:03; all of it, where none is set.':
    'Die Teile, die geändert werden, etwa 0:02 to 0:05 oder last 0:03; ohne Angabe alles.',
  'Whether the places where the words are said are cut out, or are all that stays; cut out, where none is set.':
    'Ob die Stellen, an denen die Worte gesagt werden, herausgeschnitten werden oder allein bleiben; ohne Angabe herausgeschnitten.',
  'How much of the look is mixed in; 100, where none is set.': 'Wie viel vom Look beigemischt wird; ohne Angabe 100.',
  'In which order they follow each other; as they were given, where none is set. By name, numbers count as numbers.':
    'In welcher Reihenfolge sie aufeinander folgen; ohne Angabe wie gegeben. Nach Name zählen Ziffern als Zahlen.',
  'A box, such as 120x40 at 300,200 in pixels (counted from the left and from the top), 20%x10% at 50%,0% or bottom half.':
    'Ein Rahmen, etwa 120x40 at 300,200 in Pixeln (von links und von oben gezählt), 20%x10% at 50%,0% oder bottom half.',
  'Blurred, where none is set; covered, where a colour is set.':
    'Ohne Angabe unscharf; abgedeckt, wenn eine Farbe angegeben ist.',
  'What it is covered with; black, where none is set.': 'Womit abgedeckt wird; ohne Angabe Schwarz.',
  'Where it lies; at the bottom right, where none is set.': 'Wo es liegt; ohne Angabe unten rechts.',
  'Such as 25%, 300 wide or 200 high; a quarter of the width, where none is set.':
    'Etwa 25%, 300 wide (breit) oder 200 high (hoch); ohne Angabe ein Viertel der Breite.',
  'How little shows through it; opaque, where none is set.': 'Wie wenig hindurchscheint; ohne Angabe deckend.',
  'How far it lies from the edge, such as 2% of the shorter side or 20 px; 2%, where none is set.':
    'Wie weit es vom Rand entfernt ist, etwa 2% der kürzeren Seite oder 20 px; ohne Angabe 2%.',
  'Lighter, or darker below 0.': 'Heller, unter 0 dunkler.',
  'More light, or less below 0, in stops: each doubles it.':
    'Mehr Licht, unter 0 weniger, in Blendenstufen: jede verdoppelt es.',
  'Light and dark further apart, or closer below 0.': 'Hell und Dunkel weiter auseinander, unter 0 näher zusammen.',
  'Warmer, or cooler below 0.': 'Wärmer, unter 0 kühler.',
  'Stronger colours, or weaker below 0; -100 leaves none.':
    'Kräftigere Farben, unter 0 schwächere; -100 lässt keine übrig.',
  'How strongly it is sharpened.': 'Wie stark geschärft wird.',
  'How strongly it is blurred.': 'Wie stark weichgezeichnet wird.',
  'How far the corners are darkened.': 'Wie weit die Ecken abgedunkelt werden.',
  'How strong the film grain is.': 'Wie stark die Filmkörnung ist.',
  'How coarse the blocks are.': 'Wie grob die Blöcke sind.',
  'How many levels are left of each colour.': 'Wie viele Stufen von jeder Farbe bleiben.',
  'Width to height, such as 16:9; what is outside is cut off.':
    'Breite zu Höhe, etwa 16:9; Außenliegendes wird abgeschnitten.',
  'Such as 800x600; what is outside is cut off.': 'Etwa 800x600; Außenliegendes wird abgeschnitten.',
  'Such as 400x300 at 100,50 in pixels, 50%x50% at 25%,25%, or top half; what is outside is cut off.':
    'Etwa 400x300 at 100,50 in Pixeln, 50%x50% at 25%,25% oder top half; Außenliegendes wird abgeschnitten.',
  'How wide it is, of the shorter side.': 'Wie breit er ist, bezogen auf die kürzere Seite.',
  'A canvas such as 1:1 or 800x600; nothing is cut off, and bars are around it.':
    'Eine Arbeitsfläche wie 1:1 oder 800x600; nichts wird abgeschnitten, ringsum sind Balken.',
  'Their colour.': 'Ihre Farbe.',
  'In how many steps noise becomes a picture. More take longer.':
    'In wie vielen Schritten aus Rauschen ein Bild wird. Mehr dauern länger.',
  'How closely the words are followed.': 'Wie genau den Worten gefolgt wird.',
  'How closely the picture that is edited is kept.': 'Wie genau das bearbeitete Bild erhalten bleibt.',
  'The side of a square picture in pixels; others have about its area. Large ones take long.':
    'Die Seite eines quadratischen Bildes in Pixeln; andere haben etwa dessen Fläche. Große dauern lange.',
  'How much of the picture is forgotten.': 'Wie viel vom Bild verworfen wird.',
  'How closely the drawing or map is followed.': 'Wie genau der Zeichnung oder Karte gefolgt wird.',
  'What the picture is not to show.': 'Was das Bild nicht zeigen soll.',
  'How noise is taken away.': 'Wie das Rauschen entfernt wird.',
  'What the model is less sure of is not told. Lower finds more, and more that is wrong.':
    'Was das Modell für weniger sicher hält, wird nicht genannt. Ein kleinerer Wert findet mehr, auch mehr Falsches.',
  'Who speaks, and how: the voice in words.': 'Wer spricht, und wie: die Stimme in Worten.',
  'The voice’s name on the server.': 'Der Name der Stimme auf dem Server.',
  'Each piece of sound is one of so many of the likeliest.':
    'Jedes Tonstück ist eines von so vielen der wahrscheinlichsten.',
  'Above 1 makes the unlikely likelier, below 1 less so.':
    'Über 1 wird Unwahrscheinliches wahrscheinlicher, unter 1 weniger.',
  'The length where neither the words nor a film give one.': 'Die Länge, wenn weder Worte noch ein Film eine vorgeben.',
  'In how many steps noise becomes a picture. The model is made for 8.':
    'In wie vielen Schritten aus Rauschen ein Bild wird. Das Modell ist für 8 gemacht.',
  'The side of the square picture in pixels. Large ones take long.':
    'Die Seite des quadratischen Bildes in Pixeln. Große dauern lange.',
};

/** By the questions in English. */
export const questions = {
  'What kind of dithering noise is used when bits are reduced?':
    'Welches Dithering-Rauschen wird beim Verringern der Bits verwendet?',
  'Which file format should the result have?': 'Welches Dateiformat soll das Ergebnis haben?',
  'Should the sound be mono, stereo, left only, right only, or sides swapped?':
    'Soll der Ton mono, stereo, nur links, nur rechts oder seitenvertauscht sein?',
};
