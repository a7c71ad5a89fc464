// The language that a mail is written in.
import { franc } from 'franc-min'

export function languageOf(subject: string, body: string): string[] {
  const code = franc(`${subject}\n${body}`)
  return code === 'und' ? [] : [code]
}
