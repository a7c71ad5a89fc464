// Asks before a phone is unlinked, and explains what happens to its held emails.
import { Unlink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Destination } from '../../../core/api/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { focusTitle } from '../../ui/layout/focus-title.ts'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { toUrlSearch, unfiltered } from '../queries/list-query.ts'
import { useUnlinkPhone } from '../queries/phone-links.ts'

export function UnlinkPhone({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const explain = useExplain()
  const unlink = useUnlinkPhone()
  const [isAsking, setAsking] = useState(false)
  const isUnlinked = useRef(false)
  // The card disappears together with the focus.
  useEffect(
    () => () => {
      if (isUnlinked.current) focusTitle()
    },
    [],
  )
  const isPending = phone.state === 'pending'
  const { name } = phone
  const unlinkPhone = () =>
    unlink.mutate(phone, {
      onSuccess: () => {
        isUnlinked.current = true
        toast.success(t('unlinked', { name }))
      },
      onError: error => toast.error(explain(error)),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button look="quiet" small onClick={() => setAsking(true)}>
        <Unlink size={16} aria-hidden /> {t(isPending ? 'remove' : 'unlink')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t(isPending ? 'remove.title' : 'unlink.title', { name })}
        action={t(isPending ? 'remove.deed' : 'unlink.deed')}
        onConfirm={unlinkPhone}
        busy={unlink.isPending}
      >
        {isPending ? <p>{t('unlink.pending')}</p> : <Consequences phone={phone} />}
      </Confirm>
    </>
  )
}

function Consequences({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const heldEmails = toUrlSearch({ ...unfiltered, state: 'held', destinationId: phone.id })
  return (
    <>
      <p>{t('unlink.text')}</p>
      <p>
        <Link to={`/forwarded-emails${heldEmails}`}>{t('unlink.waiting')}</Link>
      </p>
      <p>{t('unlink.again')}</p>
    </>
  )
}
