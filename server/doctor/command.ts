// What `npm run doctor` does: the whole round, line by line, and then what else was asked for.
import type { Words } from '../../core/words/words.ts'
import type { Config } from '../config.ts'
import { resumeNumber } from '../delivery/number/queue.ts'
import { explainReason } from '../whatsapp/reasons.ts'
import { subscribe } from './ask/graph.ts'
import { allSteps, examine } from './examine.ts'
import { type Finding, failing, ok } from './finding.ts'
import { digitsOf, sendFirst } from './first-message.ts'
import type { DoctorParts } from './parts.ts'
import { lineOf, tell } from './report.ts'

export type Order = { kind: 'look' } | { kind: 'subscribe' } | { kind: 'send'; number: string }

/** Null: it is none of these. */
export function orderIn([verb, ...rest]: string[]): Order | null {
  if (verb === undefined) return { kind: 'look' }
  if (verb === '--subscribe' && rest.length === 0) return { kind: 'subscribe' }
  // A number may come with blanks, as people write it.
  if (verb === '--send' && rest.length > 0) return { kind: 'send', number: rest.join(' ') }
  return null
}

/** True when nothing is in the way. */
export async function carryOut(parts: DoctorParts, order: Order, words: Words, print: (line: string) => void): Promise<boolean> {
  const t = words.of('doctor')
  const all: Finding[] = []
  const show = (finding: Finding) => {
    all.push(finding)
    print(lineOf(tell(finding, t, parts.config)))
  }
  if (order.kind === 'subscribe' && canAsk(parts.config)) show(await subscribe(parts))
  for await (const finding of examine(parts, allSteps)) show(finding)
  if (order.kind === 'send') show(await sendTo(parts, order.number, all, words))
  for (const finding of await letTry(parts, all, words)) show(finding)
  const wrong = all.filter(({ state }) => state === 'failing').length
  print(wrong === 0 ? t('summary.fine') : t('summary.wrong', { n: wrong }))
  return wrong === 0
}

/** What lacks of it is named by the round that follows. */
const canAsk = ({ whatsapp }: Config): boolean =>
  URL.canParse(whatsapp.graphUrl) && whatsapp.accessToken !== '' && whatsapp.wabaId !== '' && whatsapp.provider !== '360dialog'

/** Nothing can leave without these. */
const needed = ['token', 'number']
const lackingOf = (found: readonly Finding[]): string | undefined =>
  needed.find(need => found.some(({ check, state }) => check === need && (state === 'failing' || state === 'skipped')))

/** A number that rests because Meta refused it is tried again now that its operator has looked after it. */
async function letTry({ db, config, now }: DoctorParts, found: readonly Finding[], words: Words): Promise<Finding[]> {
  if (!db || lackingOf(found) !== undefined || found.some(({ check, state }) => check === 'database' && state !== 'ok')) return []
  const reason = await resumeNumber(db, config.whatsapp.numberId, now())
  return reason === null ? [] : [ok('rest', 'rest.over', { why: explainReason(words.of('whatsapp'), reason) ?? reason })]
}

async function sendTo(parts: DoctorParts, number: string, found: readonly Finding[], words: Words): Promise<Finding> {
  const waId = digitsOf(number)
  if (!waId) return failing('send', 'send.not_a_number', { number })
  const lacking = lackingOf(found)
  return lacking ? failing('send', 'send.blocked', { needs: lacking }) : sendFirst(parts, words, waId)
}
