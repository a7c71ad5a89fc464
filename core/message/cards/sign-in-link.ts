// Finds an email whose only purpose is a link that signs its reader in.
import { listDomains } from '../../text/domains.ts'
import { signsIn } from '../../text/sign-in-words.ts'
import { type Block, lineText } from '../blocks/shapes.ts'
import type { MailView } from '../view.ts'
import { findMinutes } from './code.ts'
import type { CardSource, SignInLinkCard } from './shapes.ts'

/** What the link is good for is said in the subject, and it ends soon: a link to a page with a password field is none. */
export function findSignInLinkCard(view: MailView, blocks: readonly Block[], source: CardSource): SignInLinkCard | null {
  if (!source.isAutomated || !signsIn(source.subject)) return null
  const text = source.lines.join('\n').slice(0, maxCharacters)
  const expiresMinutes = findMinutes(text)
  if (expiresMinutes === null || expiresMinutes > maxMinutes) return null
  const [only, ...others] = listTokenLinks(blocks, listDomains(view.from.map(({ address }) => address)))
  return only === undefined || others.length > 0 ? null : { kind: 'sign_in_link', service: source.sender, expiresMinutes }
}

const maxCharacters = 4000
/** Confirmations of an address stay good for days. */
const maxMinutes = 60

/** Links of the sender that stand alone on their line, as buttons do, and hold a secret. */
function listTokenLinks(blocks: readonly Block[], domains: readonly string[]): string[] {
  const links = blocks
    .flatMap(block => block.lines)
    .flatMap(line => {
      const [href, ...more] = new Set(line.flatMap(run => run.href ?? []))
      const isAlone = line.every(run => run.href !== undefined || run.text.trim() === '')
      return href === undefined || more.length > 0 || !isAlone || lineText(line).trim() === '' ? [] : [href]
    })
  return [...new Set(links)].filter(href => {
    const [, host = '', target = ''] = /^https:\/\/([^/?#@:]+)(?::\d+)?([/?].*)?$/i.exec(href) ?? []
    const isOwn = listDomains([host.toLowerCase()]).some(domain => domains.includes(domain))
    return isOwn && secret.test(target) && !leaving.test(target)
  })
}

/** A long run of letters and digits, mixed as no word is. */
const secret = /(?=[\w-]{16,})(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}/
const leaving = /unsubscribe|opt-?out|report|preferences|reset|password/i
