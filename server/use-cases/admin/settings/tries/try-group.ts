// Tests the settings of a group with a real call to their service.
import type { SettingFinding } from '../../../../../core/api/admin/settings.ts'
import type { TestedGroup } from '../../../../../core/settings/definitions.ts'
import { tidyForeignValues } from '../../../../../core/text/foreign-text.ts'
import type { TryDeps } from './deps.ts'
import { tryCaptcha, tryEmail, tryStripe, tryWhatsApp } from './services.ts'
import { tryGitHub, tryOpenId } from './sign-in.ts'

/** What the services answer is quoted in the findings. */
export const tryGroup = (deps: TryDeps, group: TestedGroup): Promise<SettingFinding[]> =>
  callService({ ...deps, say: (key, values = {}) => deps.say(key, tidyForeignValues(values)) }, group)

async function callService(deps: TryDeps, group: TestedGroup): Promise<SettingFinding[]> {
  const { google, azure, github, openid } = deps.config.auth.providers
  switch (group) {
    case 'google':
      return tryOpenId(deps, google && { ...google, issuer: 'https://accounts.google.com' })
    case 'azure':
      return tryOpenId(deps, azure && { ...azure, issuer: `https://login.microsoftonline.com/${azure.tenant}/v2.0` })
    case 'openid':
      return tryOpenId(deps, openid)
    case 'github':
      return tryGitHub(deps, github)
    case 'captcha':
      return tryCaptcha(deps)
    case 'whatsapp':
      return tryWhatsApp(deps)
    case 'email':
      return tryEmail(deps)
    case 'stripe':
      return tryStripe(deps)
  }
}
