// The kinds of second factor: how each is set up, and how it is shown.
import type { ComponentType } from 'react'
import { AddApp } from './AddApp.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { AddPhone } from './AddPhone.tsx'
import { AppStep } from './AppStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import type { AddProps, StepProps } from './props.ts'

export const kinds = {
  totp: { Add: AddApp, Step: AppStep },
  phone: { Add: AddPhone, Step: PhoneStep },
  webauthn: { Add: AddPasskey, Step: PasskeyStep },
} satisfies Record<string, { Add: ComponentType<AddProps>; Step: ComponentType<StepProps> }>

export type Kind = keyof typeof kinds

export const isKind = (type: string): type is Kind => type in kinds
