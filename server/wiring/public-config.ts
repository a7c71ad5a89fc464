// Builds the configuration that pages receive before sign-in.
import type { PublicConfig } from '../../core/api/config.ts'
import type { Auth } from '../auth/auth.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import { type AppContext, listStandIns } from './app.ts'
import { phoneOptions } from './codes.ts'

export async function buildPublicConfig(app: AppContext, auth: Auth, signIns: SignIns): Promise<PublicConfig> {
  const { config } = app
  const { captcha } = config.auth
  return {
    mode: config.mode,
    publicUrl: config.publicUrl,
    publishableKey: config.publishableKey,
    ipLookupUrl: `${config.publicUrl}/api/ip`,
    signUpOpen: auth.signUpOpen,
    sellsPlans: config.billing.provider !== null,
    ...(await phoneOptions(app, auth.secondFactors)),
    providers: auth.providers,
    captcha: captcha && { provider: captcha.provider, siteKey: captcha.siteKey },
    retentionDays: config.retentionDays,
    mailSignIns: signIns.offered,
    standIns: listStandIns(config),
  }
}
