import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/mails.ts'
import alerts from './alerts.ts'
import payment from './payment.ts'

const mails: Words<typeof enUS> = {
  code: {
    signup: {
      subject: '{code} 是您的 {brand} 註冊驗證碼',
      heading: '驗證您的電郵地址',
      lead: '請輸入以下驗證碼，以建立 {brand} 帳戶。',
    },
    signin: {
      subject: '{code} 是您的 {brand} 登入驗證碼',
      heading: '登入驗證碼',
      lead: '請輸入以下驗證碼，以登入 {brand}。',
    },
    reset: {
      subject: '{code} 是您的 {brand} 重設密碼驗證碼',
      heading: '重設密碼',
      lead: '請輸入以下驗證碼，以設定新密碼。',
    },
    'email-old': {
      subject: '{code} 用於確認更改電郵',
      heading: '更改電郵地址',
      lead: '有人在您已登入的帳戶內要求把電郵改為 {newEmail}。如您同意，請輸入以下驗證碼。',
    },
    'email-new': {
      subject: '{code} 用於驗證新電郵',
      heading: '驗證新電郵地址',
      lead: '請輸入以下驗證碼，以在 {brand} 帳戶使用此電郵。',
    },
    life: '驗證碼於 10 分鐘內有效，只可使用一次。我們絕不會以電話或即時通訊索取驗證碼。',
    ignore: '如非您本人操作，請不用理會此電郵；沒有驗證碼，任何操作均不會生效。',
    ignoreChange: '如非您本人操作，切勿透露驗證碼，並請立即更改密碼及登出所有裝置。',
  },
  lastToday: '今日（UTC）不會再發送同類電郵，其後的情況請登入帳戶查看。',
  notice: {
    'new-device': {
      subject: '您的 {brand} 帳戶有新的登入',
      heading: '新裝置登入',
      lead: '您的帳戶在新的瀏覽器或程式登入。',
    },
    'password-changed': {
      subject: '您的 {brand} 密碼已更改',
      heading: '密碼已更改',
      lead: '您的帳戶密碼已更改，其他裝置均已登出。',
    },
    'email-changed': {
      subject: '您的 {brand} 帳戶電郵已更改',
      heading: '電郵地址已更改',
      lead: '您的帳戶電郵已改為 {newEmail}，此電郵不能再用於登入。',
    },
    'totp-on': { subject: '雙重驗證已啟用', heading: '雙重驗證已啟用', lead: '日後登入須輸入驗證應用程式內的動態碼。' },
    'totp-off': {
      subject: '雙重驗證已停用',
      heading: '雙重驗證已停用',
      lead: '日後登入毋須再輸入驗證應用程式內的動態碼。',
    },
    'recovery-codes': {
      subject: '已產生新的復原碼',
      heading: '新的復原碼',
      lead: '您的帳戶已產生 10 個新的復原碼，舊的復原碼全部失效。',
    },
    'recovery-code-used': {
      subject: '復原碼已被使用',
      heading: '復原碼已被使用',
      lead: '有人以復原碼登入了您的帳戶，尚餘 {left, plural, other {# 個}}復原碼。',
    },
    'factor-guessed': {
      subject: '有人多次未能通過您的雙重驗證',
      heading: '連續五次雙重驗證失敗',
      lead: '{method, select, password {有人輸入了您的正確密碼，其後五次未能通過雙重驗證。如非您本人操作，即密碼已外洩，請立即更改。} code {有人輸入了寄往您電郵的驗證碼，其後五次未能通過雙重驗證。如非您本人操作，即有人可讀取您的電郵，請檢查電郵帳戶的安全。} other {有人以您已連結的第三方帳戶登入，其後五次未能通過雙重驗證。如非您本人操作，即該第三方帳戶正被他人使用，請檢查其安全。}}',
    },
    'passkey-added': {
      subject: '已新增通行密鑰',
      heading: '已新增通行密鑰',
      lead: '通行密鑰「{name}」現可登入您的帳戶。',
    },
    'passkey-removed': {
      subject: '已移除通行密鑰',
      heading: '已移除通行密鑰',
      lead: '通行密鑰「{name}」不能再登入您的帳戶。',
    },
    'provider-linked': {
      subject: '{name} 已連結至您的帳戶',
      heading: '已連結第三方登入',
      lead: '現可使用 {name}（{email}）登入您的帳戶。',
    },
    'provider-unlinked': {
      subject: '{name} 已與您的帳戶解除連結',
      heading: '已解除第三方登入',
      lead: '{name} 不能再登入您的帳戶。',
    },
    'signed-out-everywhere': {
      subject: '已登出所有裝置',
      heading: '已登出所有裝置',
      lead: '所有已登入您帳戶的裝置均已登出。',
    },
    'deletion-asked': {
      subject: '您的 {brand} 帳戶即將刪除',
      heading: '已要求刪除帳戶',
      lead: '您的帳戶及密鑰將於 {date} 刪除。在此之前登入即可保留帳戶。{credit, select, none {} other {帳戶結餘尚有 {credit} USDT，請在此之前申請退款，刪除後不能再申請。}}{order, select, none {} other {訂單 {order} 尚未付款，請勿再付款。}}',
      refund: '申請退款',
    },
    'deletion-taken-back': {
      subject: '您的 {brand} 帳戶將予保留',
      heading: '已取消刪除',
      lead: '您的帳戶不會被刪除。',
    },
    deleted: {
      subject: '您的 {brand} 帳戶已刪除',
      heading: '帳戶已刪除',
      lead: '您的帳戶、登入資料及密鑰均已刪除。付款紀錄會按法律要求的期限保存。',
    },
    suspended: {
      subject: '您的 {brand} 帳戶已被暫停使用',
      heading: '帳戶已暫停使用',
      lead: '我們已暫停您的帳戶，密鑰及登入暫時不可使用；結餘、計劃及數據均維持不變。如有查詢，請電郵至 {support}。',
    },
    restored: {
      subject: '您的 {brand} 帳戶已恢復',
      heading: '帳戶已恢復',
      lead: '您的帳戶已恢復使用，密鑰及登入一切如常。',
    },
    'key-reset': {
      subject: 'API 密鑰已重設',
      heading: 'API 密鑰已重設',
      lead: '密鑰 {key} 已更換。{hours, plural, =0 {舊密鑰已即時失效。} other {舊密鑰將於 # 小時後失效。}}',
    },
    'key-revoked': {
      subject: 'API 密鑰已撤銷',
      heading: 'API 密鑰已撤銷',
      lead: '密鑰 {key} 已撤銷，不能再使用。{integrated, select, true {計劃繼續有效，可在控制台簽發新密鑰。} other {}}',
    },
    'key-issued': {
      subject: '已簽發新的 API 密鑰',
      heading: '新的 API 密鑰',
      lead: '已簽發密鑰 {key}，以取代被撤銷的密鑰。計劃及到期時間不變。',
    },
    'team-invited': {
      subject: '{email} 獲邀成為擁有人',
      heading: '邀請擁有人',
      lead: '{by} 已邀請 {email} 成為 {team} 帳戶的擁有人。擁有人可執行一切操作，包括申請退款。對方接受前，您可在「團隊」頁面撤回邀請。',
    },
    'team-joined': {
      subject: '{email} 已加入團隊',
      heading: '新團隊成員',
      lead: '{email} 已接受邀請，現以{role, select, owner {擁有人} developer {開發者} other {財務}}身份使用 {team} 的帳戶。',
    },
    'team-role': {
      subject: '{email} 的角色已更改',
      heading: '團隊角色已更改',
      lead: '{email} 現以{role, select, owner {擁有人} developer {開發者} other {財務}}身份使用 {team} 的帳戶。',
    },
    'team-removed': {
      subject: '{email} 已被移出團隊',
      heading: '團隊成員已移除',
      lead: '{email} 已不能使用 {team} 的帳戶。此人看過的密鑰仍然有效，如有需要請重設。',
    },
    'team-left': {
      subject: '{email} 已離開團隊',
      heading: '成員已離開',
      lead: '{email} 已不能使用 {team} 的帳戶。此人看過的密鑰仍然有效，如有需要請重設。',
    },
    'team-owner': {
      subject: '{email} 已成為擁有人',
      heading: '團隊擁有權已移交',
      lead: '{email} 現為 {team} 帳戶的擁有人；原移交人現為開發者。',
    },
    notYou: '如非您本人操作，請立即更改密碼並登出所有裝置。',
    secure: '查看帳戶安全',
  },
  order: {
    created: {
      subject: '訂單 {no}：待付 {amount} {currency}',
      heading: '訂單待付款',
      lead: '{plan}。請於 {until} 前如數把應付金額轉至以下地址。多付的款項會自動成為結餘，不會有損失。',
    },
    partial: {
      subject: '訂單 {no}：尚欠 {amount} {currency}',
      heading: '已收到部分款項',
      lead: '訂單已延長至 {until}，請把餘款轉至同一地址。',
    },
    completed: {
      subject: '訂單 {no} 付款成功：{plan}',
      heading: '付款成功',
      lead: '{plan} 有效期至 {until}。請在控制台取得 API 密鑰。',
      automatic: '已按您的設定以結餘自動續訂。您可在「結餘與帳單」關閉。',
      surplus: '到帳金額多於訂單金額，其中 {surplus} {currency} 已成為您的結餘。',
    },
    timed_out: {
      subject: '訂單 {no} 已逾時',
      heading: '訂單已逾時',
      lead: '未能在限期內收到付款。如您已轉帳，請稍候：24 小時內到帳的款項會按到帳時的價格購買計劃，否則成為您的結餘。',
    },
    timed_out_partial: {
      subject: '訂單 {no} 已逾時：{amount} {currency} 已成為結餘',
      heading: '訂單已逾時',
      lead: '已到帳的款項已成為您的結餘，可用於下一張訂單。',
    },
    credited: {
      subject: '{amount} {currency} 已到帳並成為結餘',
      heading: '款項已到帳',
      lead: '{count, plural, other {有關訂單早前已結束，款項已成為您的結餘，可用於下一張訂單。}}',
      cancelled: '此訂單早前已取消。',
      paid: '此訂單早前已付款。',
    },
    not_applied: {
      subject: '訂單 {no} 未能生效：{amount} {currency} 已成為結餘',
      heading: '訂單未能生效',
      lead: '您訂購 {plan} 後，現有計劃已有變動，訂單因此結束。已到帳的款項已成為您的結餘，可用於下一張訂單。您可立即重新訂購。',
    },
    fact: {
      order: '訂單編號',
      plan: '計劃',
      amount: '應付金額',
      missing: '尚欠金額',
      network: '網絡',
      address: '收款地址',
      received: '已到帳',
      until: '有效期至',
      credit: '結餘扣減',
      why: '原因',
    },
    why: payment.order.why,
    open: '查看訂單',
    toKey: '查看 API 密鑰',
    orders: '查看所有訂單',
    receipt: '查看收據',
    note: '付款前請與訂單頁面核對地址。我們不會另外發出其他收款地址。',
  },
  credit: {
    added: {
      subject: '您的結餘增加了 {amount} {currency}',
      heading: '結餘已增加',
      lead: '我們已在您的結餘加入 {amount} {currency}，落單時自動扣減應付款項。',
    },
    taken: {
      subject: '您的結餘扣減了 {amount} {currency}',
      heading: '結餘已更正',
      lead: '我們從您的結餘扣減了 {amount} {currency}，原因如下。如有異議，請聯絡客戶服務。',
    },
    requested: {
      subject: '已申請退款 {amount} {currency}',
      heading: '已收到您的退款申請',
      lead: '有關金額已預留。我們會由專人核對，然後轉到以下地址。',
    },
    approved: {
      subject: '退款 {amount} {currency} 已獲批准',
      heading: '退款已獲批准',
      lead: '我們即將轉帳，交易上鏈後會立即通知您。',
    },
    refused: {
      subject: '退款 {amount} {currency} 未獲批准',
      heading: '退款未獲批准',
      lead: '有關金額已退回您的結餘，可用於落單。',
    },
    paid: {
      subject: '退款 {amount} {currency} 已轉出',
      heading: '退款已轉出',
      lead: '我們已向您的地址轉出 {amount} {currency}。',
    },
    fact: {
      refund: '退款編號',
      amount: '金額',
      network: '網絡',
      address: '收款地址',
      reason: '原因',
      left: '現時結餘',
      transaction: '交易雜湊值（TxID）',
    },
    open: '查看結餘',
    notYou: '如非您本人操作，請立即撤回申請、更改密碼並登出所有裝置。',
  },
  team: {
    subject: '{team} 邀請您加入 {brand} 團隊',
    heading: '團隊邀請',
    lead: '{team} 邀請您以{role, select, owner {擁有人} developer {開發者} other {財務}}身份使用其 {brand} 帳戶。',
    open: '查看邀請',
    life: '請以 {email} 登入或註冊。邀請 7 日內有效。',
    ignore: '不認識此人？請忽略此電郵，您接受之前不會有任何改變。',
  },
  ticket: {
    subject: '您的留言已有回覆，編號 {ticket}',
    heading: '我們已回覆您的留言',
    goOn: '請勿直接回覆此電郵。登入帳戶即可查看整段對話並繼續留言。',
    byMail: '如需跟進，請直接回覆此電郵，或電郵至 {support}，並在標題保留編號 {ticket}。',
    open: '查看個案',
    footer: '您收到此電郵，是因為您曾向 {brand} 留言，編號 {ticket}。',
  },
  expiry: {
    soon: {
      subject: '{plan} 將於 {days} 日後到期',
      heading: '計劃即將到期',
      lead: '{plan} 將於 {until} 到期。續訂後密鑰不變，餘下日數會保留。',
    },
    ended: {
      subject: '{plan} 已到期',
      heading: '計劃已到期',
      lead: '{plan} 已於 {until} 到期，其密鑰已停用。續訂後，原有密鑰便可恢復使用。',
    },
    free: {
      soon: '您亦可不續訂：到期後密鑰會停用，續訂或於控制台轉用免費計劃後便可恢復使用。',
      ended: '您亦可轉用免費計劃：於控制台的密鑰旁選擇「轉用免費計劃」。',
    },
    ofTeam: '這是 {email} 的計劃，您在其團隊中負責帳單。',
    customised: '此為度身訂造計劃，如要續訂，請聯絡客戶服務。',
    renew: '立即續訂',
    contact: '聯絡客戶服務',
    dashboard: '控制台',
  },
  renewal: {
    soon: {
      subject: '{plan} 將於 {date} 自動續訂',
      heading: '計劃即將自動續訂',
      lead: '{plan} 有效期至 {until}。按您的設定，將於 {date} 以結餘自動續訂。',
    },
    change: {
      subject: '{plan} 將於 {date} 轉為 {next}',
      heading: '計劃即將轉換',
      lead: '{plan} 有效期至 {until}。按您的設定，到期後會以結餘購買 {next}。',
    },
    lacking: {
      subject: '未能購買 {next}：尚欠 {missing} {currency}',
      heading: '結餘不足',
      lead: '您設定了在 {plan} 到期（{until}）後由 {next} 接續。結餘不足以支付，因此沒有扣減任何款項。請落單並付清差額。',
    },
    impossible: {
      subject: '{plan} 未能自動續訂',
      heading: '計劃未能自動續訂',
      lead: '{plan} 有效期至 {until}。其後的計劃已停止發售，或您的計劃是度身訂造計劃。請選購其他計劃或聯絡客戶服務。',
    },
    price: '價格',
    open: '更改或關閉',
    order: '立即落單',
    off: '在此之前您可隨時更改或關閉。扣款金額以訂單電郵為準。',
  },
  usage: {
    at80: {
      subject: '每分鐘請求限額已用 80%：{plan}',
      heading: '每分鐘限額即將用盡',
      lead: '密鑰 {key} 已使用每分鐘 {limit} 次請求限額的 80%。達到 100% 後，超出的請求會傳回狀態碼 429，直至限額恢復。',
    },
    at100: {
      subject: '每分鐘請求限額已用盡：{plan}',
      heading: '每分鐘限額已用盡',
      lead: '密鑰 {key} 已用盡每分鐘 {limit} 次的請求限額，超出的請求會傳回狀態碼 429，直至限額恢復。升級計劃可獲更高限額。',
    },
    key: '密鑰',
    plan: '計劃',
    open: '查看用量',
    off: '同一密鑰的同類提示每日（UTC）最多一封，可於偏好設定中關閉：',
  },
  alert: {
    subject: '{symbol}：{condition}',
    heading: '提示：{symbol}',
    price: '價格',
    measured: '量度值',
    chart: '開啟圖表',
    off: '更改或刪除提示：',
    condition: alerts.condition,
  },
  fact: { time: '時間', device: '裝置', network: '網絡' },
  footer: '此電郵傳送至 {email}，因為該電郵屬於本網站的帳戶，或有人在本網站填寫了該電郵。',
}

export default mails
