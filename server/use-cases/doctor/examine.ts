// Runs the doctor's checks in order, each only after what it depends on has passed.
import { displayPhone } from '../../../core/phone/phone.ts'
import { lastInboundAt } from '../../whatsapp/inbound-owners.ts'
import { askAddress, askHandshake, askSignature, webhookOf } from './ask/address.ts'
import { askAccount, askNumber, askSecret, askSubscription, askTemplates, askToken } from './ask/graph.ts'
import { askDatabase, askKey, askMx, askRelay, askSmtp } from './ask/machine.ts'
import type { DoctorDeps } from './deps.ts'
import { type DoctorCheck, type DoctorFinding, dayIn, note, ok } from './finding.ts'
import { judgeSettings } from './judge/settings.ts'

interface Step {
  check: DoctorCheck
  /** Names of settings that must be given, and checks that must have gone well. */
  needs: readonly string[]
  ask(deps: DoctorDeps): Promise<DoctorFinding | DoctorFinding[]>
}

// What only a running server answers comes after its settings: it does not start while one is missing.
const machineSteps: Step[] = [
  { check: 'database', needs: ['settings'], ask: askDatabase },
  { check: 'key', needs: ['database'], ask: askKey },
  { check: 'smtp', needs: ['settings'], ask: askSmtp },
  { check: 'mx', needs: ['MAIL_DOMAIN'], ask: askMx },
  { check: 'relay', needs: ['MAIL_RELAY_URL'], ask: askRelay },
]

const modeStep: Step = {
  check: 'mode',
  needs: [],
  ask: async ({ config }) => (config.mode === 'production' ? ok('mode', 'mode.production') : note('mode', 'mode.sandbox')),
}

const realWhatsApp = 'MODE=production'

const settingsStep: Step = { check: 'settings', needs: [], ask: async ({ config, problems }) => judgeSettings(config, problems) }

/** What the guide to the first real message walks through. */
const graphSteps: Step[] = [
  { check: 'address', needs: ['settings'], ask: askAddress },
  { check: 'token', needs: ['WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_GRAPH_URL', realWhatsApp], ask: askToken },
  { check: 'secret', needs: ['WHATSAPP_APP_SECRET', 'WHATSAPP_NUMBER_ID', 'token'], ask: askSecret },
  { check: 'number', needs: ['WHATSAPP_NUMBER_ID', 'token'], ask: askNumber },
  { check: 'account', needs: ['WHATSAPP_WABA_ID', 'WHATSAPP_NUMBER_ID', 'token'], ask: askAccount },
  { check: 'subscription', needs: ['account'], ask: askSubscription },
  { check: 'handshake', needs: ['WHATSAPP_VERIFY_TOKEN', 'address'], ask: askHandshake },
  { check: 'signature', needs: ['WHATSAPP_APP_SECRET', 'address'], ask: askSignature },
  { check: 'templates', needs: ['account', 'database'], ask: askTemplates },
  { check: 'heard', needs: ['database', 'handshake'], ask: askHeard },
]

export const whatsappSteps: readonly Step[] = [settingsStep, ...graphSteps]
export const allSteps: readonly Step[] = [modeStep, settingsStep, ...machineSteps, ...graphSteps]

/** Gives what it finds as it finds it. */
export async function* examine(deps: DoctorDeps, steps: readonly Step[]): AsyncGenerator<DoctorFinding> {
  const unmet = new Set(deps.problems.filter(problem => problem.what === 'missing').map(problem => problem.name))
  const { graphUrl } = deps.config.whatsapp
  // The stand-in of a running sandbox is known to its server alone.
  if (!URL.canParse(graphUrl)) unmet.add(graphUrl === '' ? realWhatsApp : 'WHATSAPP_GRAPH_URL')
  for (const step of steps) {
    const lacking = step.needs.find(need => unmet.has(need))
    const found = lacking === undefined ? [await step.ask(deps)].flat() : [skippedFor(step.check, lacking)]
    if (found.some(({ state }) => state === 'failing' || state === 'skipped')) unmet.add(step.check)
    yield* found
  }
}

const skippedFor = (check: DoctorCheck, needs: string): DoctorFinding => ({
  check,
  state: 'skipped',
  found: 'skipped',
  fix: null,
  values: { needs },
})

async function askHeard({ db, config }: DoctorDeps): Promise<DoctorFinding> {
  const at = db && (await lastInboundAt(db))
  if (at) return ok('heard', 'heard.ok', { on: dayIn(at) })
  return note('heard', 'heard.never', { url: webhookOf(config), number: displayPhone(config.whatsapp.number) })
}
