// Defines the template for sign-in codes; Meta writes its text.
import type { Components, TemplateDefinition } from './wire.ts'

/** Shown below the code; codes are valid for as long. Meta accepts 1 to 90. */
export const codeMinutes = 5

// …/templates/authentication-templates; an expired code is useless, so delivery is not tried longer than that (30 to 900 s).
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

/** Can it be filled with a code alone? Meta lists the copy button as a URL button. */
export function isCodeTemplate(components: Components): boolean {
  const componentOf = (type: string) => components.find(component => component.type.toUpperCase() === type)
  const buttons = componentOf('BUTTONS')?.buttons ?? []
  return (
    componentOf('BODY') !== undefined && !componentOf('HEADER') && buttons.length === 1 && ['OTP', 'URL'].includes(buttons[0]?.type ?? '')
  )
}
