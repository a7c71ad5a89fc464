// Asks for the message that the draft would send, a quarter of a second after the last change; what is outdated is given up.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { drawBubble } from '../../../../core/api/filter-trials.ts'
import type { Action } from '../../../../core/filters/action.ts'
import { useCall } from '../../../session.tsx'

const restMs = 250

export interface Draft {
  name: string
  actions: Action[]
  messageIds: string[]
}

export function useBubble(draft: Draft) {
  const call = useCall()
  const asked = useRested(JSON.stringify(draft))
  const answer = useQuery({
    queryKey: ['filters', 'bubble', asked],
    queryFn: ({ signal }) => call(drawBubble, 'POST', '/api/filters/bubbles', { body: JSON.parse(asked), signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return { ...answer, isOutdated: answer.isPlaceholderData || asked !== JSON.stringify(draft) }
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
