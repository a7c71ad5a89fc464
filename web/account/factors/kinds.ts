// The kinds of second factor, each with its setup form and its sign-in step.
import type { ComponentType } from 'react'
import { AddApp, AppStep } from './AppFactor.tsx'
import { AddPasskey, PasskeyStep } from './PasskeyFactor.tsx'
import { AddPhone, PhoneStep } from './PhoneFactor.tsx'
import type { AddProps, StepProps } from './props.ts'

export const factorKinds = {
  totp: { Add: AddApp, Step: AppStep },
  phone: { Add: AddPhone, Step: PhoneStep },
  webauthn: { Add: AddPasskey, Step: PasskeyStep },
} satisfies Record<string, { Add: ComponentType<AddProps>; Step: ComponentType<StepProps> }>

export type FactorKind = keyof typeof factorKinds

export const isFactorKind = (type: string): type is FactorKind => type in factorKinds
