// The input for a code of digits, which the phone can fill in automatically, and which submits itself when the code is complete.
import type { ComponentProps } from 'react'
import { TextInput } from '../ui/forms/TextInput.tsx'

const codeLength = 6

/** True once all digits are there; spaces do not count. */
export const isCompleteCode = (text: string): boolean => /^\d+$/.test(text.replaceAll(/\s/g, '')) && text.replaceAll(/\s/g, '').length === codeLength

export const CodeInput = (props: ComponentProps<'input'>) => (
  <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={8} className="font-mono tracking-[0.2em]" {...props} />
)
