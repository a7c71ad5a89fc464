// What setting up is given: the steps as the ledger reads them, and the way in for its test mails.
import { messageOfSource, onboardingOf } from '../ledger/onboarding.ts'
import type { OnMail } from '../mail/drain.ts'
import type { OnboardingParts } from '../onboarding.ts'
import { newId } from '../seal.ts'
import type { Ground } from '../wiring.ts'
import { wordsOf } from '../words.ts'
import { trialSource } from './trials.ts'

export const onboardingParts = (ground: Ground, onMail: OnMail | null): OnboardingParts => {
  const { config, db, clock, words } = ground
  return {
    ...{ db, newId, onMail, now: clock.now, domain: config.smtp.domain },
    ...{ say: words.of('onboarding'), english: wordsOf().of('onboarding') },
    onboardingOf: userId => onboardingOf(db, userId),
    messageOfSource: (userId, mailboxId, sourceKey) => messageOfSource(db, userId, mailboxId, sourceKey),
    listsOf: trialSource(ground).listsOf,
  }
}
