/**
 * If a browser refuses storage or cookies to the page, reading them throws in our code and in the router. Such pages
 * get storages that are always empty: reads return null, and writes throw as if the storage were full.
 */
export const refusedStorage = `(function(){
function put(owner,name,value){Object.defineProperty(owner,name,{value:value,writable:true,configurable:true})}
var none={length:0,key:function(){return null},getItem:function(){return null},removeItem:function(){},clear:function(){},setItem:function(){throw new Error('The browser refuses storage')}};
['localStorage','sessionStorage'].forEach(function(name){try{window[name].length}catch(e){put(window,name,none)}});
try{document.cookie}catch(e){put(document,'cookie','')}
})()`
