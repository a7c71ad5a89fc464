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
  word?: string
  /** Toasts; our own words when left out. */
  done?: string
  failed?: string
  look?: ButtonLook
  small?: boolean
  /** The icon alone, for use beside the text. */
  bare?: boolean
}

export function CopyButton({ text, word, done, failed, look = 'quiet', small = true, bare = false }: CopyButtonProps) {
  const t = useWords('ui')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      toast.success(done ?? t('copied'))
    } catch {
      toast.error(failed ?? t('copyFailed'))
    }
  }
  const Icon = copied ? Check : Copy
  if (bare) return <IconButton icon={Icon} label={word ?? t('copy')} className="flex-none" onClick={() => void copy()} />
  return (
    <Button look={look} small={small} onClick={() => void copy()}>
      <Icon size={16} aria-hidden />
      {word ?? t('copy')}
    </Button>
  )
}
