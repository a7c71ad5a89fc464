// A button that copies a text and confirms it.
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../words/words.tsx'
import { Button, type ButtonLook } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { toast } from './overlays/toast.ts'

interface CopyButtonProps {
  text: string
  /** "Copy" when left out. */
  label?: string
  /** The toasts; default texts when left out. */
  copiedText?: string
  failedText?: string
  look?: ButtonLook
  small?: boolean
  /** The icon alone, for use beside the text. */
  bare?: boolean
}

export function CopyButton({ text, label, copiedText, failedText, look = 'quiet', small = true, bare = false }: CopyButtonProps) {
  const t = useWords('ui')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      toast.success(copiedText ?? t('copied'))
    } catch {
      toast.error(failedText ?? t('copyFailed'))
    }
  }
  const Icon = copied ? Check : Copy
  if (bare) return <IconButton icon={Icon} label={label ?? t('copy')} className="flex-none" onClick={() => void copy()} />
  return (
    <Button look={look} small={small} onClick={() => void copy()}>
      <Icon size={16} aria-hidden />
      {label ?? t('copy')}
    </Button>
  )
}
