// The input for a code of digits, which the phone can fill in automatically.
import type { ComponentProps } from 'react'
import { TextInput } from '../ui/forms/TextInput.tsx'

export const CodeInput = (props: ComponentProps<'input'>) => (
  <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={8} className="font-mono tracking-[0.2em]" {...props} />
)
