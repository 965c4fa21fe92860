/** Files out of drops and pastes. */

/** More than this at once is a mistake more often than a wish, and would take minutes to read. */
export const MOST_FILES = 500;

async function readEntry(entry: FileSystemEntry, into: File[]): Promise<void> {
  if (into.length >= MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    // What begins with a dot is the file manager's own (.DS_Store).
    if (!file.name.startsWith('.')) into.push(file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const inner of batch) await readEntry(inner, into);
  }
}

/** The files of a drop; folders are opened. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  // The list is only valid during the event: take everything out of it first.
  const entries = [...transfer.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain.slice(0, MOST_FILES);
  const files: File[] = [];
  for (const entry of entries) if (entry) await readEntry(entry, files);
  return files;
}

/** Pasted images all have the name image.png: a name that says where it came from. */
export function pastedName(file: File, name: (extension: string) => string): File {
  if (file.name !== 'image.png' && file.name !== '') return file;
  const extension = file.type.split('/')[1]?.split('+')[0] || 'png';
  return new File([file], name(extension), { type: file.type });
}
