// Defines the app context that every binding starts from, and the helpers they share.
import type { LimitsOf } from '../../core/plans/plans.ts'
import type { Words } from '../../core/words/words.ts'
import type { LogKeys } from '../account/log-chain/keys-owners.ts'
import { deliveryDefaultsOf } from '../account/settings/store.ts'
import type { Allowances } from '../billing/allowance.ts'
import { openReasonExplainer } from '../delivery/explain.ts'
import { wakeUnannounced } from '../delivery/identity-owners.ts'
import { waitToReply } from '../delivery/number/reply-pace.ts'
import { deliveryPolicy } from '../delivery/policy.ts'
import type { ResendDeps } from '../delivery/resend.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config.ts'
import type { UserKeys } from '../foundation/db/keys.ts'
import type { Db } from '../foundation/db/pool.ts'
import type { Log } from '../foundation/log.ts'
import { type Dns, openDns } from '../foundation/outside.ts'
import type { Tracing } from '../foundation/tracing/step.ts'
import type { SendingDeps } from '../use-cases/sending/deps.ts'
import { openOutgoing } from '../use-cases/sending/outgoing.ts'
import type { Graph } from '../whatsapp/client.ts'
import { explainReason } from '../whatsapp/reasons.ts'
import type { TemplateDeps } from '../whatsapp/templates/manage.ts'

/** What every binding is given. */
export interface AppContext {
  config: Config
  log: Log
  db: Db
  /** For leases, claims and outcomes, which must not wait behind requests. */
  urgentDb: Db
  keys: UserKeys
  logKeys: LogKeys
  /** The clock of deliveries, service windows and sweeps; in sandbox mode it follows the sandbox's clock. */
  clock: Clock
  words: Words
  graph: Graph
  /** What each user may do: plans and usage. */
  allowance: Allowances
  limitsOf: LimitsOf
  /** Null where the operator names no collector. */
  tracing: Tracing | null
}

/** Keeps our templates in sync with Meta, and wakes deliveries that waited for a template. */
export const templateDeps = ({ db, graph, words, clock }: AppContext): TemplateDeps => ({
  db,
  graph,
  t: words.of('whatsapp'),
  now: clock.now,
  onUsable: tx => wakeUnannounced(tx, clock.now()),
})

/** For previews, and messages outside the lanes. */
export const sendingDeps = (app: AppContext): AppContext & SendingDeps => ({
  ...app,
  templates: templateDeps(app),
  outgoing: openOutgoing(app),
})

/** Reserves allowance for deliveries; those that get none wait for the daily digest. */
export const resendDeps = ({ allowance }: AppContext): ResendDeps => ({ reserve: allowance.reserve, deliveryDefaultsOf })

/** The foreign services that stand-ins replace. */
export function listStandIns({ mode, sandboxUrl, whatsapp, mailer, auth, billing }: Config): string[] {
  const standIns = {
    whatsapp: sandboxUrl !== null && whatsapp.graphUrl === sandboxUrl,
    mail: mode === 'sandbox' && mailer.relay === null,
    provider: sandboxUrl !== null && auth.providers.openid?.issuer.startsWith('http://127.0.0.1:') === true,
    stripe: sandboxUrl !== null && billing.provider === 'stripe' && billing.stripe.url.startsWith('http://127.0.0.1:'),
  }
  return Object.entries(standIns).flatMap(([name, isStandIn]) => (isStandIn ? [name] : []))
}

/** Sends a message outside the lanes, within the number's pace; null when the number may send nothing now. */
export async function inPace<T>({ config, db, clock }: AppContext, send: () => Promise<T>): Promise<T | null> {
  const { whatsapp, delivery } = config
  const isAllowed = await waitToReply({ db, clock, numberId: whatsapp.numberId, numberPerSecond: delivery.numberPerSecond })
  return isAllowed ? send() : null
}

export const readPolicy = (config: Config) => deliveryPolicy({ ...config.delivery, sendTimeoutMs: config.whatsapp.timeoutMs })

export const bindExplain = (words: Words) => openReasonExplainer(words, reason => explainReason(words.of('whatsapp'), reason))

/** Null when DNS checks are off. */
export const openDnsIfEnabled = (config: Config): Dns | null => (config.usesDns ? openDns() : null)
