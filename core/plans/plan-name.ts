// Chooses the name of a plan in a language.

/** Falls back to the English name, which every plan has. */
export const planName = ({ names, id }: { names: Readonly<Record<string, string>>; id: string }, language: string): string =>
  names[language] ?? names['en'] ?? id
