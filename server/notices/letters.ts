// The letters and sentences of notices: what is wrong, and the one thing to do.
import type { Words } from '../../core/words/words.ts'
import { htmlOf, plainOf } from '../auth/mailed/sheet.ts'
import { isProblem } from '../mail/errors.ts'
import type { BacklogMailbox, DownMailbox } from '../mail/told/owners.ts'
import type { Letter } from '../mailer.ts'

/** Where a letter leads: the person's page, and the one that turns such letters off. */
export interface Links {
  page: string
  stop: string
}

/** One letter for all that stopped at the same moment. */
export function downLetter(words: Words, down: DownMailbox[], { page, stop }: Links): Omit<Letter, 'to'> {
  const t = words.of('notices')
  const [first] = down
  const address = first?.address ?? ''
  const count = down.length
  const needsPerson = down.some(one => one.needsPerson) ? 'yes' : 'no'
  return letterOf(
    words,
    { page, stop },
    {
      subject: t('mailbox_down.subject', { count, address, needsPerson }),
      text: t('mailbox_down.text', { count, when: first ? hourOf(first) : '' }),
      facts: down.map(one => [one.address, whyDown(words, one)]),
      deed: t('mailbox_down.deed', { count, needsPerson }),
      otherwise: t('mailbox_down.otherwise', { needsPerson }),
    },
  )
}

/** The same in one sentence, for the phone. */
export const downSentence = (words: Words, down: DownMailbox[], page: string): string =>
  words.of('notices')('mailbox_down.phone', { what: down.map(one => `${one.address}: ${whyDown(words, one)}`).join('\n'), page })

export function backlogLetter(words: Words, { address, came, matched }: BacklogMailbox, links: Links): Omit<Letter, 'to'> {
  const t = words.of('notices')
  return letterOf(words, links, {
    subject: t('mailbox_backlog.subject', { address, came }),
    text: t('mailbox_backlog.text', { address, came, matched }),
    facts: [],
    deed: t('mailbox_backlog.deed'),
    otherwise: t('mailbox_backlog.otherwise'),
  })
}

interface Parts {
  subject: string
  text: string
  facts: [name: string, value: string][]
  deed: string
  otherwise: string
}

function letterOf(words: Words, { page, stop }: Links, { subject, text, facts, deed, otherwise }: Parts): Omit<Letter, 'to'> {
  const auth = words.of('auth')
  const sheet = {
    subject,
    blocks: [
      { kind: 'text' as const, text },
      ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
      { kind: 'button' as const, text: deed, link: page },
      { kind: 'quiet' as const, text: otherwise },
    ],
    foot: auth('foot'),
    stop: { text: auth('stop'), link: stop },
  }
  // RFC 8058 §3.1
  const headers = { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { subject, text: plainOf(sheet), html: htmlOf(sheet), headers }
}

function whyDown(words: Words, { problem, host, port }: DownMailbox): string {
  const known = problem && isProblem(problem) ? problem : 'unknown'
  return words.of('mail')(`problem.${known}`, { host, port: String(port) })
}

const hourOf = ({ downSince, timeZone }: DownMailbox): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(downSince)
