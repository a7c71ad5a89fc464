// Recognizes command words about a quoted email in our languages, ignoring accents and case.

/** The commands on an email. */
export const messageActions = [
  'more',
  'files',
  'archive',
  'unarchive',
  'read',
  'snooze',
  'mute',
  'unmute',
  'why',
  'again',
  'always',
  'never',
] as const

/** Includes `menu`, which lists the commands. */
export const mailCommands = ['menu', ...messageActions] as const
export type MailCommand = (typeof mailCommands)[number]

/** `isSure`: nobody would send this word alone as a reply, so it is done without asking. */
export interface CommandWord {
  command: MailCommand
  isSure: boolean
}

type CommandWords = Partial<Record<MailCommand, string[]>>

/** Words for a program, hardly ever for the author of an email. */
const sureWords: CommandWords = {
  menu: ['menu', 'menú', 'قائمة', 'القائمة'],
  archive: ['archive', 'archivar', 'أرشف', 'أرشفة'],
  unarchive: ['unarchive', 'put back', 'desarchivar', 'إلغاء الأرشفة'],
  read: ['mark read', 'mark as read', 'marcar leído', 'marcar como leído', 'تعليم كمقروء', 'تعليم كمقروءة'],
  snooze: ['snooze', 'snooze 2h', 'posponer', 'posponer 2h', 'غفوة', 'تأجيل'],
  mute: ['mute', 'mute sender', 'silenciar', 'silenciar remitente', 'كتم', 'اكتم', 'كتم المرسل'],
  unmute: ['unmute', 'unmute sender', 'dejar de silenciar', 'إلغاء الكتم'],
  again: ['forward again', 'reenviar aquí', 'أعد الإرسال'],
}

/** Words that may also be a reply to the email. */
const ambiguousWords: CommandWords = {
  more: ['more', 'más', 'المزيد', 'أكثر'],
  files: ['files', 'attachments', 'archivos', 'adjuntos', 'ملفات', 'مرفقات', 'الملفات', 'المرفقات'],
  read: ['read', 'leído', 'مقروء', 'مقروءة'],
  why: ['why', 'por qué', 'لماذا'],
  again: ['again', 'otra vez', 'مرة أخرى', 'مجددًا'],
  always: [
    ...['always', 'always forward', 'always forward this', 'siempre', 'reenviar siempre', 'reenviar siempre esto', 'reenvía siempre esto'],
    ...['دائمًا', 'أرسل هذا دائمًا', 'حوّل هذا دائمًا'],
  ],
  never: [
    ...[
      'never',
      'never again',
      'never again from this sender',
      'never forward this',
      'never forward this sender',
      'nunca',
      'nunca más',
      'nunca más de este remitente',
    ],
    ...['أبدًا', 'لا مزيد من هذا المرسل'],
  ],
}

const commandWords = new Map([...entries(ambiguousWords, false), ...entries(sureWords, true)])

function entries(words: CommandWords, isSure: boolean): [string, CommandWord][] {
  return mailCommands.flatMap(command =>
    (words[command] ?? []).map((text): [string, CommandWord] => [normalizeWord(text), { command, isSure }]),
  )
}

/**
 * The command if it is the entire text, otherwise null. Questions ("Archive?") and exclamations ("Never!") may be meant for a
 * person, so they are never sure.
 */
export function parseWord(text: string): CommandWord | null {
  if (text.length > maxLength) return null
  const word = commandWords.get(normalizeWord(text))
  return word ? { ...word, isSure: word.isSure && !/[?¿؟!¡]/.test(text) } : null
}

const maxLength = 100

/** Letters and digits only, normalized for comparison. */
export function normalizeWord(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replace(/[٠-٩]/g, digit => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
      // Both spellings are used at the end of a word.
      .replaceAll('ة', 'ه')
      .toLowerCase()
  )
}
