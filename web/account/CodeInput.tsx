// Where six digits are typed, or filled in by the phone.
import type { ComponentProps } from 'react'
import { TextInput } from '../ui/TextInput.tsx'

export const CodeInput = (props: ComponentProps<'input'>) => (
  <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={8} className="font-mono tracking-[0.2em]" {...props} />
)
