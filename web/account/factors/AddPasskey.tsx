// Setting up a passkey or a security key: a name, then what the browser asks of the person.
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { refusalKey } from '../refusal.ts'
import { KeyObstacle } from './KeyObstacle.tsx'
import { NameFactor } from './NameFactor.tsx'
import { registerKey } from './passkey.ts'
import type { AddProps } from './props.ts'

export function AddPasskey({ isFirst, onDone }: AddProps) {
  const t = useWords('account')
  const register = async (name: string) => {
    const outcome = await registerKey(name)
    if (outcome === 'known' || outcome === 'unable') return t(`passkey.${outcome}`)
    if (outcome === 'left') return null
    if (outcome !== 'done') return t(refusalKey(outcome, 'passkey'))
    toast.success(t('factor.added'))
    onDone()
    return null
  }
  return (
    <KeyObstacle>
      <NameFactor
        proposed={isFirst ? t('passkey.usualName') : ''}
        help={t('passkey.nameHelp')}
        deed={t('passkey.start')}
        onName={register}
      />
    </KeyObstacle>
  )
}
