// Runs `npm run doctor`: every check, printed line by line, then the optional first message.
import type { Words } from '../../../core/words/words.ts'
import { resumeNumber } from '../../delivery/number/queue.ts'
import type { Config } from '../../foundation/config.ts'
import { explainReason } from '../../whatsapp/reasons.ts'
import { subscribe } from './ask/graph.ts'
import type { DoctorDeps } from './deps.ts'
import { runChecks } from './examine.ts'
import { type DoctorFinding, failing, ok } from './finding.ts'
import { normalizeNumber, sendFirstMessage } from './first-message.ts'
import { formatLine, toReportLine } from './report.ts'
import { allSteps } from './steps.ts'

export type DoctorCommand = { kind: 'check' } | { kind: 'subscribe' } | { kind: 'send'; number: string }

/** Null for an unknown command. */
export function parseDoctorCommand([verb, ...rest]: string[]): DoctorCommand | null {
  if (verb === undefined) return { kind: 'check' }
  if (verb === '--subscribe' && rest.length === 0) return { kind: 'subscribe' }
  // A number may contain spaces, as people write it.
  if (verb === '--send' && rest.length > 0) return { kind: 'send', number: rest.join(' ') }
  return null
}

/** Returns true when no check fails. */
export async function runDoctor(deps: DoctorDeps, command: DoctorCommand, words: Words, print: (line: string) => void): Promise<boolean> {
  const t = words.of('doctor')
  const findings: DoctorFinding[] = []
  const report = (finding: DoctorFinding) => {
    findings.push(finding)
    print(formatLine(toReportLine(finding, t, deps.config)))
  }
  if (command.kind === 'subscribe' && canCallGraph(deps.config)) report(await subscribe(deps))
  for await (const finding of runChecks(deps, allSteps)) report(finding)
  if (command.kind === 'send') report(await sendTo(deps, command.number, findings, words))
  for (const finding of await resumePausedNumber(deps, findings, words)) report(finding)
  const failingCount = findings.filter(({ state }) => state === 'failing').length
  print(failingCount === 0 ? t('summary.fine') : t('summary.wrong', { n: failingCount }))
  return failingCount === 0
}

/** Missing settings are reported by the checks that follow. */
const canCallGraph = ({ whatsapp }: Config): boolean =>
  URL.canParse(whatsapp.graphUrl) && whatsapp.accessToken !== '' && whatsapp.wabaId !== '' && whatsapp.provider !== '360dialog'

/** Nothing can be sent unless these checks pass. */
const requiredChecks = ['token', 'number']
const findFailedRequirement = (findings: readonly DoctorFinding[]): string | undefined =>
  requiredChecks.find(required => findings.some(({ check, state }) => check === required && (state === 'failing' || state === 'skipped')))

/** Resumes a number that was paused because Meta refused it, now that the operator has fixed the cause. */
async function resumePausedNumber(
  { db, config, now }: DoctorDeps,
  findings: readonly DoctorFinding[],
  words: Words,
): Promise<DoctorFinding[]> {
  if (!db || findFailedRequirement(findings) !== undefined || findings.some(({ check, state }) => check === 'database' && state !== 'ok'))
    return []
  const reason = await resumeNumber(db, config.whatsapp.numberId, now())
  return reason === null ? [] : [ok('rest', 'rest.over', { why: explainReason(words.of('whatsapp'), reason) ?? reason })]
}

async function sendTo(deps: DoctorDeps, number: string, findings: readonly DoctorFinding[], words: Words): Promise<DoctorFinding> {
  const waId = normalizeNumber(number)
  if (!waId) return failing('send', 'send.not_a_number', { number })
  const failedCheck = findFailedRequirement(findings)
  return failedCheck ? failing('send', 'send.blocked', { needs: failedCheck }) : sendFirstMessage(deps, words, waId)
}
