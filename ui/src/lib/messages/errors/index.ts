/** The application's errors in the language that is set. English has no words of its own for them: the application speaks it itself. */
import type { ErrorDetail } from '$lib/backend';

/** What an error says, and what to do about it. */
interface Said {
  message: string;
  hint?: string;
}

/** What each kind of error says, of its parts. Reasons in them are English. */
export type ErrorWords = {
  [Kind in ErrorDetail['kind']]: (detail: Extract<ErrorDetail, { kind: Kind }>) => Said;
};

/** What an error says in a language; none where that has no words for it. */
export function wordsOf(words: ErrorWords | null, detail: ErrorDetail | undefined): Said | null {
  if (!detail) return null;
  const say = words?.[detail.kind] as ((detail: ErrorDetail) => Said) | undefined;
  return say?.(detail) ?? null;
}
