// Binds onboarding to the ledger's steps, and its test messages to the use case that receives email.

import { newId } from '../foundation/seal.ts'
import { loadWords } from '../foundation/words.ts'
import type { OnMail } from '../mail/receiving/drain.ts'
import { findBySourceKey, readOnboarding } from '../use-cases/ledger/onboarding.ts'
import type { OnboardingDeps } from '../use-cases/onboarding.ts'
import type { AppContext } from './app.ts'
import { trialSource } from './trials.ts'

export const onboardingDeps = (app: AppContext, onMail: OnMail | null): OnboardingDeps => {
  const { config, db, clock, words } = app
  return {
    ...{ db, newId, onMail, now: clock.now, domain: config.smtp.domain },
    ...{ say: words.of('onboarding'), english: loadWords().of('onboarding') },
    readOnboarding: userId => readOnboarding(db, userId),
    findBySourceKey: (userId, mailboxId, sourceKey) => findBySourceKey(db, userId, mailboxId, sourceKey),
    readLists: trialSource(app).readLists,
  }
}
