import { useTranslations } from 'use-intl'
import { productPages } from '../../addresses/navigation.ts'
import { NavigationLink } from '../../addresses/navigation-link.tsx'
import { ProductIcon } from './product-icon.tsx'

/** The pages of all classes: picture and description in the menu of a wide screen, only names on a phone. */
export function ProductLinks({ described = false }: { described?: boolean }) {
  const t = useTranslations('frame.classes')
  return productPages.map(({ name, path }) => (
    <NavigationLink key={name} path={path} data-track="click-hearderLink-btn" data-tags={path}>
      {described ? (
        <>
          <ProductIcon name={name} />
          <span>
            <b>{t(`${name}.name`)}</b>
            {t(`${name}.description`)}
          </span>
        </>
      ) : (
        t(`${name}.name`)
      )}
    </NavigationLink>
  ))
}
