import type { ErrorWords } from './index';

export const errorsDe: ErrorWords = {
  disk_full: ({ folder }) => ({
    message: `Der Datenträger ist voll; in ${folder} konnte nichts mehr gespeichert werden. Alles Frühere ist noch da.`,
    hint: 'Speicherplatz freigeben, dann noch einmal versuchen.',
  }),
  file_unreadable: ({ name, reason }) => ({
    message: `„${name}“ lässt sich nicht lesen (${reason}).`,
    hint: 'Wurde die Datei verschoben oder gelöscht?',
  }),
  file_empty: ({ name }) => ({
    message: `„${name}“ ist leer (0 Byte).`,
    hint: 'Die Datei wurde wohl nicht vollständig geschrieben: noch einmal holen.',
  }),
  file_malformed: ({ name, reason }) => ({
    message: `„${name}“ ist beschädigt oder nicht das, was der Name sagt (${reason}).`,
    hint: 'Mit einem anderen Programm öffnen, oder die Datei noch einmal holen.',
  }),
  file_too_large: ({ name, reason }) => ({
    message: `„${name}“ ist zu groß (${reason}).`,
    hint: 'Die Datei zuerst verkleinern.',
  }),
  file_unwritable: ({ name, reason }) => ({
    message: `„${name}“ lässt sich nicht schreiben (${reason}).`,
    hint: 'Prüfen, ob der Ort beschreibbar ist und Platz hat.',
  }),
  file_not_replaced: ({ name }) => ({
    message: `${name} ist eine Verknüpfung, ein Ordner oder ein Gerät; ersetzt werden nur gewöhnliche Dateien.`,
    hint: 'Einen anderen Namen wählen.',
  }),
  file_damaged: ({ name }) => ({
    message: `${name} ist beschädigt: Der Inhalt ist nicht mehr der, der gespeichert wurde.`,
    hint: 'Die Datei aus einer Sicherung wiederherstellen oder noch einmal hinzufügen.',
  }),
  erased: ({ name }) => ({
    message: `„${name}“ wurde vor mehr als 30 Tagen gelöscht und ist nicht mehr auf diesem Computer.`,
    hint: 'Die Datei noch einmal hinzufügen.',
  }),
  gone: () => ({ message: 'Das gibt es hier nicht mehr.', hint: 'Das Fenster neu laden.' }),
  still_runs: () => ({ message: 'Das läuft noch.', hint: 'Zuerst anhalten.' }),
  no_name: () => ({ message: 'Ein Name braucht mindestens einen Buchstaben.', hint: 'Einen Namen eingeben.' }),
  nothing_pointed_at: () => ({
    message: 'Es wurde auf nichts gezeigt.',
    hint: 'Mindestens einen Punkt auf das setzen, was gemeint ist.',
  }),
  nothing_left: () => ({
    message: 'Von der Region bleibt nichts übrig.',
    hint: 'Weniger verkleinern, oder noch einmal zeigen.',
  }),
  not_a_picture: ({ name }) => ({ message: `„${name}“ ist kein Bild.`, hint: 'Auf ein Bild zeigen.' }),
  too_many_files: ({ most }) => ({
    message: `Das sind mehr als ${most} Dateien; so viele gehen höchstens auf einmal.`,
    hint: 'Weniger Dateien wählen, oder einen Ordner mit weniger darin.',
  }),
  folder_too_large: ({ name }) => ({
    message: `In „${name}“ liegen zu viele Dateien, um alle durchzusehen.`,
    hint: 'Die Dateien selbst wählen, oder einen Ordner mit weniger darin.',
  }),
  folder_without_media: ({ name }) => ({
    message: `In „${name}“ liegen keine Bilder, Tonaufnahmen oder Videos.`,
    hint: 'Einen anderen Ordner wählen, oder die Dateien selbst.',
  }),
  folder_missing: ({ name }) => ({
    message: `„${name}“ ist nicht da oder kein Ordner.`,
    hint: 'Einen Ordner wählen, der da ist.',
  }),
  watched_already: ({ name }) => ({
    message: `„${name}“ wird mit diesem Rezept schon überwacht.`,
    hint: 'Einen anderen Ordner wählen, oder jene Überwachung zuerst beenden.',
  }),
  would_go_round: ({ name, output }) => ({
    message: `Was in „${output}“ geschrieben wird, würde in „${name}“ wieder als neue Datei gelten.`,
    hint: 'Für die Ergebnisse einen Ordner wählen, der nicht überwacht wird.',
  }),
  takes_not_one_file: ({ name }) => ({
    message: `„${name}“ beginnt nicht mit einer einzelnen Datei und lässt sich nicht auf jede neue anwenden.`,
    hint: 'Ein Rezept wählen, das ein Bild, eine Tonaufnahme, ein Video oder einen Text nimmt.',
  }),
  no_words: ({ name }) => ({ message: `„${name}“ enthält keine Wörter.`, hint: 'Text eingeben oder einfügen.' }),
  nothing_to_save: ({ name }) => ({ message: `„${name}“ enthält nichts, was sich speichern lässt.` }),
  internal: ({ reason }) => ({
    message: `In Patchbay ist etwas schiefgegangen (${reason}).`,
    hint: 'Noch einmal versuchen; nichts Gespeichertes ist verloren.',
  }),
};
