// What bindings of handlers are given besides the app context.
import type { Auth } from '../auth/auth.ts'
import type { AddressGuard } from '../auth/blocked/guard.ts'
import type { OnStep } from '../delivery/steps.ts'
import type { Trials } from '../filters/trial/trials.ts'
import type { Jobs } from '../foundation/jobs.ts'
import type { Mailer } from '../foundation/mailer.ts'
import type { Outside } from '../foundation/outside.ts'
import type { RuntimeSettings } from '../foundation/runtime-settings/live.ts'
import type { SealKey } from '../foundation/seal.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import type { Billing } from './billing.ts'
import type { Push } from './push.ts'
import type { Work } from './work.ts'

export interface HandlerDeps {
  auth: Auth
  mailer: Mailer
  master: SealKey
  outside: Outside
  signIns: SignIns
  databaseUrl: string
  push: Push
  jobs: Jobs
  billing: Billing
  settings: RuntimeSettings
  guard: AddressGuard
  work: Work
  onStep?: OnStep | undefined
  trials: Trials
}
