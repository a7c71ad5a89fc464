// The words of a person that are commands about the mail that they quote, in our languages; accents and case do not matter.

/** What a phone may have done about one mail. */
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

/** And `menu`, which shows what may be done. */
export const mailCommands = ['menu', ...messageActions] as const
export type MailCommand = (typeof mailCommands)[number]

/** `isSure`: nobody mails this word alone as an answer, so that it is done without asking. */
export interface CommandWord {
  command: MailCommand
  isSure: boolean
}

type Written = Partial<Record<MailCommand, string[]>>

/** Orders that one gives to a program, and hardly ever to whoever wrote a mail. */
const sure: Written = {
  menu: ['menu', 'menú', 'قائمة', 'القائمة'],
  archive: ['archive', 'archivar', 'أرشف', 'أرشفة'],
  unarchive: ['unarchive', 'put back', 'desarchivar', 'إلغاء الأرشفة'],
  read: ['mark read', 'mark as read', 'marcar leído', 'marcar como leído', 'تعليم كمقروء', 'تعليم كمقروءة'],
  snooze: ['snooze', 'snooze 2h', 'posponer', 'posponer 2h', 'غفوة', 'تأجيل'],
  mute: ['mute', 'mute sender', 'silenciar', 'silenciar remitente', 'كتم', 'اكتم', 'كتم المرسل'],
  unmute: ['unmute', 'unmute sender', 'dejar de silenciar', 'إلغاء الكتم'],
  again: ['forward again', 'reenviar aquí', 'أعد الإرسال'],
}

/** Words that may as well be what their person answers to a mail. */
const doubtful: Written = {
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
    ...['never', 'never again', 'never again from this sender', 'nunca', 'nunca más', 'nunca más de este remitente'],
    ...['أبدًا', 'لا مزيد من هذا المرسل'],
  ],
}

const known = new Map([...entries(doubtful, false), ...entries(sure, true)])

function entries(written: Written, isSure: boolean): [string, CommandWord][] {
  return mailCommands.flatMap(command =>
    (written[command] ?? []).map((text): [string, CommandWord] => [plainWord(text), { command, isSure }]),
  )
}

/**
 * The command that a text is, whole; null where it is none. Who asks ("Archive?") or exclaims ("Never!") speaks to somebody: no such
 * word is sure.
 */
export function wordIn(text: string): CommandWord | null {
  if (text.length > longest) return null
  const word = known.get(plainWord(text))
  return word ? { ...word, isSure: word.isSure && !/[?¿؟!¡]/.test(text) } : null
}

const longest = 100

/** Letters and digits alone, as they are compared. */
export function plainWord(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replace(/[٠-٩]/g, digit => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
      // Written either way at the end of a word.
      .replaceAll('ة', 'ه')
      .toLowerCase()
  )
}
