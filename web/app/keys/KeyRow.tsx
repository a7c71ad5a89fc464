// One API key: its permission, expiry and last use, and a button that revokes it.
import { useState } from 'react'
import type { ApiKey } from '../../../core/api/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { formatDay } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { useRevokeKey } from './keys.ts'

export function KeyRow({ apiKey, now }: { apiKey: ApiKey; now: Date }) {
  const t = useWords('keys')
  const explain = useExplain()
  const language = useLanguage()
  const revocation = useRevokeKey()
  const [isAsking, setAsking] = useState(false)
  const { id, name, prefix, scope, expiresAt, lastUsedAt, revokedAt } = apiKey
  const day = (at: string) => formatDay(new Date(at), now, language)
  const endState = revokedAt ? 'revoked' : new Date(expiresAt) <= now ? 'expired' : null
  const revoke = () =>
    revocation.mutate(id, {
      onSuccess: () => toast.success(t('revoke.done')),
      onError: error => toast.error(explain(error)),
      onSettled: () => setAsking(false),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-(--pad) py-3 first:border-t-0">
      <span className="min-w-0 flex-1 basis-48">
        <b className="block truncate">{name}</b>
        <span className="block text-sm text-ink-2">
          <code dir="ltr" className="font-mono">
            {prefix}…
          </code>{' '}
          · {t(`scope.${scope}`)} · {lastUsedAt ? `${t('used')} ${day(lastUsedAt)}` : t('unused')}
          {!endState && ` · ${t('until', { day: day(expiresAt) })}`}
        </span>
      </span>
      {endState ? (
        <StateLabel kind="off" label={t(endState)} />
      ) : (
        <Button look="quiet" small aria-label={t('revokeNamed', { name })} onClick={() => setAsking(true)}>
          {t('revoke')}
        </Button>
      )}
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('sure', { name })}
        action={t('revoke.deed')}
        busy={revocation.isPending}
        onConfirm={revoke}
      >
        <p>{t('sure.text')}</p>
      </Confirm>
    </li>
  )
}
