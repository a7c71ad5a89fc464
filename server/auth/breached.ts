// Checks a password against Have I Been Pwned's range API: only five characters of its SHA-1 are sent.
import type { Log } from '../foundation/log.ts'
import type { Outside } from '../foundation/outside.ts'
import { sha1 } from '../foundation/seal.ts'

export type BreachCheck = (password: string) => Promise<boolean>

const patienceMs = 2_000

/** `url` is where the ranges are, `https://api.pwnedpasswords.com/range`. A list that does not answer lets every password pass. */
export function openBreachCheck({ outside, url, log }: { outside: Outside; url: string; log: Log }): BreachCheck {
  return async password => {
    const hash = sha1(password)
    try {
      // Padding hides from who watches the line how long the range is.
      const headers = { 'add-padding': 'true', 'user-agent': 'Mailferry' }
      const answer = await outside.request({ method: 'GET', url: `${url}/${hash.slice(0, 5)}`, headers, timeoutMs: patienceMs })
      if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`)
      return isListed(answer.body.toString(), hash.slice(5))
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the list of breached passwords could not be asked')
      return false
    }
  }
}

/** Lines of `suffix:count`; padding has the count 0. */
const isListed = (range: string, suffix: string): boolean =>
  range.split(/\r?\n/).some(line => {
    const [listed, count] = line.split(':')
    return listed?.toUpperCase() === suffix && Number(count) > 0
  })
