// Runs the doctor's checks in order, each only after what it depends on has passed.
import { formatPhone } from '../../../core/phone/phone.ts'
import { lastInboundAt } from '../../whatsapp/inbound-owners.ts'
import { checkAddress, checkHandshake, checkSignature, webhookUrl } from './ask/address.ts'
import { checkAccount, checkNumber, checkSecret, checkSubscription, checkTemplates, checkToken } from './ask/graph.ts'
import { checkDatabase, checkKey, checkMx, checkRelay, checkSmtpPort } from './ask/machine.ts'
import { checkStripe } from './ask/stripe.ts'
import type { DoctorDeps } from './deps.ts'
import { type DoctorCheck, type DoctorFinding, formatDay, needsAttention, ok } from './finding.ts'
import { judgeSettings } from './judge/settings.ts'

interface Step {
  check: DoctorCheck
  /** Settings that must be set, and checks that must have passed. */
  needs: readonly string[]
  run(deps: DoctorDeps): Promise<DoctorFinding | DoctorFinding[]>
}

// Checks that need a running server come after its settings, because it does not start while one is missing.
const machineSteps: Step[] = [
  { check: 'database', needs: ['settings'], run: checkDatabase },
  { check: 'key', needs: ['database'], run: checkKey },
  { check: 'smtp', needs: ['settings'], run: checkSmtpPort },
  { check: 'mx', needs: ['MAIL_DOMAIN'], run: checkMx },
  { check: 'relay', needs: ['MAIL_RELAY_URL'], run: checkRelay },
  { check: 'stripe', needs: ['STRIPE_SECRET_KEY'], run: checkStripe },
]

const modeStep: Step = {
  check: 'mode',
  needs: [],
  run: async ({ config }) => (config.mode === 'production' ? ok('mode', 'mode.production') : needsAttention('mode', 'mode.sandbox')),
}

const realWhatsApp = 'MODE=production'

const settingsStep: Step = { check: 'settings', needs: [], run: async ({ config, problems }) => judgeSettings(config, problems) }

/** The checks that the guide to the first real message walks through. */
const graphSteps: Step[] = [
  { check: 'address', needs: ['settings'], run: checkAddress },
  { check: 'token', needs: ['WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_GRAPH_URL', realWhatsApp], run: checkToken },
  { check: 'secret', needs: ['WHATSAPP_APP_SECRET', 'WHATSAPP_NUMBER_ID', 'token'], run: checkSecret },
  { check: 'number', needs: ['WHATSAPP_NUMBER_ID', 'token'], run: checkNumber },
  { check: 'account', needs: ['WHATSAPP_WABA_ID', 'WHATSAPP_NUMBER_ID', 'token'], run: checkAccount },
  { check: 'subscription', needs: ['account'], run: checkSubscription },
  { check: 'handshake', needs: ['WHATSAPP_VERIFY_TOKEN', 'address'], run: checkHandshake },
  { check: 'signature', needs: ['WHATSAPP_APP_SECRET', 'address'], run: checkSignature },
  { check: 'templates', needs: ['account', 'database'], run: checkTemplates },
  { check: 'heard', needs: ['database', 'handshake'], run: checkInbound },
]

export const whatsappSteps: readonly Step[] = [settingsStep, ...graphSteps]
export const allSteps: readonly Step[] = [modeStep, settingsStep, ...machineSteps, ...graphSteps]

/** Yields each finding as soon as it is known. */
export async function* runChecks(deps: DoctorDeps, steps: readonly Step[]): AsyncGenerator<DoctorFinding> {
  const unmet = new Set(deps.problems.filter(problem => problem.problem === 'missing').map(problem => problem.name))
  const { graphUrl } = deps.config.whatsapp
  // Only the running server knows the URL of its sandbox's stand-in.
  if (!URL.canParse(graphUrl)) unmet.add(graphUrl === '' ? realWhatsApp : 'WHATSAPP_GRAPH_URL')
  for (const step of steps) {
    const missing = step.needs.find(need => unmet.has(need))
    const findings = missing === undefined ? [await step.run(deps)].flat() : [skipped(step.check, missing)]
    if (findings.some(({ state }) => state === 'failing' || state === 'skipped')) unmet.add(step.check)
    yield* findings
  }
}

const skipped = (check: DoctorCheck, needs: string): DoctorFinding => ({
  check,
  state: 'skipped',
  found: 'skipped',
  fix: null,
  values: { needs },
})

async function checkInbound({ db, config }: DoctorDeps): Promise<DoctorFinding> {
  const lastAt = db && (await lastInboundAt(db))
  if (lastAt) return ok('heard', 'heard.ok', { on: formatDay(lastAt) })
  return needsAttention('heard', 'heard.never', { url: webhookUrl(config), number: formatPhone(config.whatsapp.number) })
}
