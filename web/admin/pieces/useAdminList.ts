// Reads a list of the console page by page; the server filters and pages it.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import type { Shape } from '../../../core/api/shape.ts'
import type { CallOptions } from '../../api.ts'
import { useCall } from '../../session/session.tsx'

export interface PagedShape extends Shape {
  answer: z.ZodMiniType<{ items: unknown[]; next: string | null }>
}

export type RowOf<S extends PagedShape> = z.output<S['answer']>['items'][number]

export interface AdminListState<S extends PagedShape> {
  /** Undefined until the first page has come. */
  rows: RowOf<S>[] | undefined
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  loadMore(): void
  retry(): void
}

/** `key` begins with 'admin', and names the list: actions invalidate it. */
export function useAdminList<S extends PagedShape>(
  key: readonly string[],
  shape: S,
  path: string,
  query: object,
  refetchMs?: number,
): AdminListState<S> {
  const call = useCall()
  const result = useInfiniteQuery({
    queryKey: [...key, path, query],
    queryFn: ({ signal, pageParam }) =>
      // The query is that of the shape, with the cursor that the server gave; generics cannot express this.
      call(shape, 'GET', path, { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal } as unknown as CallOptions<S>),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
    ...(refetchMs && { refetchInterval: refetchMs }),
  })
  return {
    rows: result.data?.pages.flatMap(page => page.items as RowOf<S>[]),
    error: result.error,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
    retry: () => void result.refetch(),
  }
}
