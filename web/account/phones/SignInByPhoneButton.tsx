// The button that switches to signing in by phone, where this server offers it.
import { Smartphone } from 'lucide-react'
import { useConfig } from '../../auth/useConfig.ts'
import { Button } from '../../ui/Button.tsx'
import { useWords } from '../../words/words.tsx'

export function SignInByPhoneButton({ onChoose }: { onChoose(): void }) {
  const t = useWords('byphone')
  if (!useConfig()?.phones) return null
  return (
    <Button look="quiet" block onClick={onChoose}>
      <Smartphone size={18} aria-hidden />
      {t('link')}
    </Button>
  )
}
