import { ADDRESS_SCHEMA } from './address-property.decorator.js';
import { AddressPipe } from './address.pipe.js';
import { pathParam } from './path-param.js';

/** Hands a handler the path parameter `name` as an EIP-55 `Address`, and documents it. */
export function AddressParam(name: string, description: string): ParameterDecorator {
  return pathParam(AddressPipe, { name, description, schema: { ...ADDRESS_SCHEMA } });
}
