// Checks a password against Have I Been Pwned's range API, sending only five characters of its SHA-1.
import type { Log } from '../foundation/log.ts'
import type { Outside } from '../foundation/outside.ts'
import { sha1 } from '../foundation/seal.ts'

export type BreachCheck = (password: string) => Promise<boolean>

const timeoutMs = 2_000

/** `url` is the range endpoint, such as `https://api.pwnedpasswords.com/range`. When it fails, every password is accepted. */
export function openBreachCheck({ outside, url, log }: { outside: Outside; url: string; log: Log }): BreachCheck {
  return async password => {
    const hash = sha1(password)
    try {
      // Padding hides the length of the range from network observers.
      const headers = { 'add-padding': 'true', 'user-agent': 'Mailferry' }
      const response = await outside.request({ method: 'GET', url: `${url}/${hash.slice(0, 5)}`, headers, timeoutMs })
      if (response.status !== 200) throw new Error(`the list responded with status ${response.status}`)
      return isListed(response.body.toString(), hash.slice(5))
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the breached-password list could not be queried')
      return false
    }
  }
}

/** Lines are `suffix:count`; padding lines have the count 0. */
const isListed = (range: string, suffix: string): boolean =>
  range.split(/\r?\n/).some(line => {
    const [listed, count] = line.split(':')
    return listed?.toUpperCase() === suffix && Number(count) > 0
  })
