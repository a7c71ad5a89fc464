// Asks before a phone is unlinked, and says what happens to its queued messages.
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
import { everything, searchOf } from '../queries/list-query.ts'
import { useUnlink } from '../queries/phone-links.ts'

export function UnlinkPhone({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const explain = useExplain()
  const unlink = useUnlink()
  const [asking, setAsking] = useState(false)
  const isGone = useRef(false)
  // The card goes, and the focus with it.
  useEffect(
    () => () => {
      if (isGone.current) focusTitle()
    },
    [],
  )
  const isPending = phone.state === 'pending'
  const { name } = phone
  const go = () =>
    unlink.mutate(phone, {
      onSuccess: () => {
        isGone.current = true
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
        open={asking}
        onClose={() => setAsking(false)}
        title={t(isPending ? 'remove.title' : 'unlink.title', { name })}
        action={t(isPending ? 'remove.deed' : 'unlink.deed')}
        onConfirm={go}
        busy={unlink.isPending}
      >
        {isPending ? <p>{t('unlink.pending')}</p> : <WhatFollows phone={phone} />}
      </Confirm>
    </>
  )
}

function WhatFollows({ phone }: { phone: Destination }) {
  const t = useWords('connect')
  const waiting = searchOf({ ...everything, part: 'held', destinationId: phone.id })
  return (
    <>
      <p>{t('unlink.text')}</p>
      <p>
        <Link to={`/forwarded-emails${waiting}`}>{t('unlink.waiting')}</Link>
      </p>
      <p>{t('unlink.again')}</p>
    </>
  )
}
