// Remembers for which address this browser asked for an email, to recognize the link in it as its own.
import { z } from 'zod/mini'

const Asked = z.object({ email: z.string(), at: z.number() })
const key = 'mailferry-asked-email'
/** Links last as long. */
const validMs = 3_600_000

export const noteAskedEmail = (email: string): void =>
  localStorage.setItem(key, JSON.stringify({ email: email.trim().toLowerCase(), at: Date.now() }))

export function hasAskedFor(email: string): boolean {
  try {
    const asked = Asked.parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return asked.email === email.toLowerCase() && Date.now() - asked.at < validMs
  } catch {
    return false
  }
}
