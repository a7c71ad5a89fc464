// Lists the doctor's checks with what each depends on: a new finding is one line here.
import { formatPhone } from '../../../core/phone/phone.ts'
import { lastInboundAt } from '../../whatsapp/inbound-owners.ts'
import { checkAddress, checkHandshake, checkSignature, webhookUrl } from './ask/address.ts'
import { checkAccount, checkNumber, checkSecret, checkSubscription, checkTemplates, checkToken } from './ask/graph.ts'
import { checkDatabase, checkKey, checkMx, checkRelay, checkSmtpPort } from './ask/machine.ts'
import { checkMailProviders, checkReach } from './ask/mail-providers.ts'
import {
  checkBillingEvents,
  checkClocks,
  checkDisks,
  checkErrors,
  checkHosts,
  checkIncidents,
  checkPauses,
  checkQueries,
  checkQueue,
  checkRoundTrip,
  checkRuntimes,
  checkSetAside,
  checkStorage,
} from './ask/service.ts'
import { checkStripe } from './ask/stripe.ts'
import { checkCertificates, checkDkim, checkDmarc, checkPtr, checkSignIns, checkSpf } from './ask/surroundings.ts'
import { checkVersion } from './ask/version.ts'
import type { DoctorDeps } from './deps.ts'
import { type DoctorCheck, type DoctorFinding, formatDay, needsAttention, ok } from './finding.ts'
import { judgeSettings } from './judge/settings.ts'

export interface DoctorStep {
  check: DoctorCheck
  /** Settings that must be set, and checks that must have passed. */
  needs: readonly string[]
  run(deps: DoctorDeps): Promise<DoctorFinding | DoctorFinding[]>
}

// Checks that need a running server come after its settings, because it does not start while one is missing.
const machineSteps: DoctorStep[] = [
  { check: 'database', needs: ['settings'], run: checkDatabase },
  { check: 'key', needs: ['database'], run: checkKey },
  { check: 'smtp', needs: ['settings'], run: checkSmtpPort },
  { check: 'mx', needs: ['MAIL_DOMAIN'], run: checkMx },
  { check: 'relay', needs: ['MAIL_RELAY_URL'], run: checkRelay },
  { check: 'stripe', needs: ['STRIPE_SECRET_KEY'], run: checkStripe },
]

const modeStep: DoctorStep = {
  check: 'mode',
  needs: [],
  run: async ({ config }) => (config.mode === 'production' ? ok('mode', 'mode.production') : needsAttention('mode', 'mode.sandbox')),
}

/** Named as what is missing. */
export const realWhatsApp = 'MODE=production'

const settingsStep: DoctorStep = { check: 'settings', needs: [], run: async ({ config, problems }) => judgeSettings(config, problems) }

/** The checks that the guide to the first real message walks through. */
const graphSteps: DoctorStep[] = [
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

export const whatsappSteps: readonly DoctorStep[] = [settingsStep, ...graphSteps]

const step = (check: DoctorCheck, run: DoctorStep['run'], needs: readonly string[] = ['database']): DoctorStep => ({ check, needs, run })

/** What only a running server knows. A new finding of the console is one line here. */
export const serviceSteps: DoctorStep[] = [
  step('incidents', checkIncidents),
  step('latency', checkRoundTrip),
  step('clock', checkClocks),
  step('disk', checkDisks),
  step('host', checkHosts),
  step('queue', checkQueue),
  step('storage', checkStorage),
  step('queries', checkQueries),
  step('aside', checkSetAside),
  step('pauses', checkPauses),
  step('version', checkVersion, []),
  step('runtimes', checkRuntimes),
  step('mailproviders', checkMailProviders),
  step('reach', checkReach),
  step('errors', checkErrors),
  step('events', checkBillingEvents),
]
/** Those of the command, which may run while no server does. */
const commandChecks: readonly DoctorCheck[] = ['clock', 'disk', 'queue', 'aside', 'pauses', 'version', 'runtimes', 'mailproviders', 'reach']
const commandSteps = serviceSteps.filter(({ check }) => commandChecks.includes(check))

export const allSteps: readonly DoctorStep[] = [modeStep, settingsStep, ...machineSteps, ...graphSteps, ...commandSteps]

const surroundingSteps: DoctorStep[] = [
  step('certificate', checkCertificates, []),
  step('spf', checkSpf, []),
  step('dkim', checkDkim, []),
  step('dmarc', checkDmarc, []),
  step('ptr', checkPtr, []),
  step('signin', checkSignIns, []),
]

/** In the console the first group runs alone, and then the others beside each other. */
export const consoleGroups: readonly DoctorStep[][] = [
  [modeStep, settingsStep, ...machineSteps.slice(0, 2)],
  serviceSteps,
  machineSteps.slice(2),
  graphSteps,
  surroundingSteps,
]

async function checkInbound({ db, config }: DoctorDeps): Promise<DoctorFinding> {
  const lastAt = db && (await lastInboundAt(db))
  if (lastAt) return ok('heard', 'heard.ok', { on: formatDay(lastAt) })
  return needsAttention('heard', 'heard.never', { url: webhookUrl(config), number: formatPhone(config.whatsapp.number) })
}
