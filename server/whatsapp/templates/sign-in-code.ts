// Defines the template for sign-in codes; Meta writes its text.
import type { Components, TemplateDefinition } from './wire.ts'

/** Written below the code; whoever makes codes lets them live as long. Meta takes from 1 to 90. */
export const codeMinutes = 5

// …/templates/authentication-templates; a code that comes later than it works is no help, so it is tried no longer (30 to 900 s).
export const codeDefinition = (name: string, language: string): TemplateDefinition => ({
  name,
  language,
  category: 'AUTHENTICATION',
  message_send_ttl_seconds: codeMinutes * 60,
  components: [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: codeMinutes },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ],
})

/** Whether a code alone fills it; Meta lists the button that copies it as a link of its own. */
export function carriesCode(components: Components): boolean {
  const part = (type: string) => components.find(one => one.type.toUpperCase() === type)
  const buttons = part('BUTTONS')?.buttons ?? []
  return part('BODY') !== undefined && !part('HEADER') && buttons.length === 1 && ['OTP', 'URL'].includes(buttons[0]?.type ?? '')
}
