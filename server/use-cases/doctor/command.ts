// Runs `npm run doctor`: every check, printed line by line, then the optional first message.
import type { Words } from '../../../core/words/words.ts'
import { resumeNumber } from '../../delivery/number/queue.ts'
import type { Config } from '../../foundation/config.ts'
import { explainReason } from '../../whatsapp/reasons.ts'
import { subscribe } from './ask/graph.ts'
import type { DoctorDeps } from './deps.ts'
import { allSteps, examine } from './examine.ts'
import { type DoctorFinding, failing, ok } from './finding.ts'
import { digitsOf, sendFirst } from './first-message.ts'
import { lineOf, reportLine } from './report.ts'

export type DoctorOrder = { kind: 'look' } | { kind: 'subscribe' } | { kind: 'send'; number: string }

/** Null: it is none of these. */
export function orderIn([verb, ...rest]: string[]): DoctorOrder | null {
  if (verb === undefined) return { kind: 'look' }
  if (verb === '--subscribe' && rest.length === 0) return { kind: 'subscribe' }
  // A number may come with blanks, as people write it.
  if (verb === '--send' && rest.length > 0) return { kind: 'send', number: rest.join(' ') }
  return null
}

/** True when nothing is in the way. */
export async function carryOut(deps: DoctorDeps, order: DoctorOrder, words: Words, print: (line: string) => void): Promise<boolean> {
  const t = words.of('doctor')
  const all: DoctorFinding[] = []
  const show = (finding: DoctorFinding) => {
    all.push(finding)
    print(lineOf(reportLine(finding, t, deps.config)))
  }
  if (order.kind === 'subscribe' && canAsk(deps.config)) show(await subscribe(deps))
  for await (const finding of examine(deps, allSteps)) show(finding)
  if (order.kind === 'send') show(await sendTo(deps, order.number, all, words))
  for (const finding of await letTry(deps, all, words)) show(finding)
  const wrong = all.filter(({ state }) => state === 'failing').length
  print(wrong === 0 ? t('summary.fine') : t('summary.wrong', { n: wrong }))
  return wrong === 0
}

/** What lacks of it is named by the round that follows. */
const canAsk = ({ whatsapp }: Config): boolean =>
  URL.canParse(whatsapp.graphUrl) && whatsapp.accessToken !== '' && whatsapp.wabaId !== '' && whatsapp.provider !== '360dialog'

/** Nothing can leave without these. */
const needed = ['token', 'number']
const lackingOf = (found: readonly DoctorFinding[]): string | undefined =>
  needed.find(need => found.some(({ check, state }) => check === need && (state === 'failing' || state === 'skipped')))

/** A number that rests because Meta refused it is tried again now that its operator has looked after it. */
async function letTry({ db, config, now }: DoctorDeps, found: readonly DoctorFinding[], words: Words): Promise<DoctorFinding[]> {
  if (!db || lackingOf(found) !== undefined || found.some(({ check, state }) => check === 'database' && state !== 'ok')) return []
  const reason = await resumeNumber(db, config.whatsapp.numberId, now())
  return reason === null ? [] : [ok('rest', 'rest.over', { why: explainReason(words.of('whatsapp'), reason) ?? reason })]
}

async function sendTo(deps: DoctorDeps, number: string, found: readonly DoctorFinding[], words: Words): Promise<DoctorFinding> {
  const waId = digitsOf(number)
  if (!waId) return failing('send', 'send.not_a_number', { number })
  const lacking = lackingOf(found)
  return lacking ? failing('send', 'send.blocked', { needs: lacking }) : sendFirst(deps, words, waId)
}
