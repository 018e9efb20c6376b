import { brandSchema } from '#src/contract/brand/brand.ts'
import {
  keepBrandPictureRoute,
  keepBrandRoute,
  publishBrandRoute,
  readBrandRoute,
  withdrawBrandRoute,
} from '#src/contract/operator/brand.ts'
import type { Api } from '#src/platform/http/api.ts'
import { keepBrand, keepPicture, publishBrand, readBrands, withdrawBrand } from './brands.ts'

export function mountBrand(api: Api): void {
  api.handle(readBrandRoute, async (ctx, { actor }) => {
    const { editions, ...brands } = await readBrands(ctx, actor)
    return {
      ...brands,
      editions: editions.map(({ document, ...edition }) => {
        const read = brandSchema.safeParse(document)
        return { ...edition, name: read.success ? read.data.name : '' }
      }),
    }
  })
  api.handle(keepBrandRoute, async (ctx, { actor, body }) => ({ number: await keepBrand(ctx, actor, body) }))
  api.handle(keepBrandPictureRoute, async (ctx, { actor, body }) => ({ number: await keepPicture(ctx, actor, body) }))
  api.handle(publishBrandRoute, (ctx, { actor, body }) => publishBrand(ctx, actor, body))
  api.handle(withdrawBrandRoute, (ctx, { actor }) => withdrawBrand(ctx, actor))
}
