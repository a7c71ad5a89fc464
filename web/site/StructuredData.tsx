// Embeds structured data for search engines in a page.

/** `data` is one schema.org object without its @context. */
export function StructuredData({ data }: { data: { '@type': string; [property: string]: unknown } }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
