import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from './address-property.decorator.js';
import { AddressPipe } from './address.pipe.js';

/** Hands a handler the path parameter `name` as an EIP-55 `Address`, and documents it. */
export function AddressParam(name: string, description: string): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new TypeError('AddressParam belongs on a parameter of a handler');
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor === undefined) throw new TypeError(`no handler ${String(key)}`);
    Param(name, AddressPipe)(target, key, index);
    // ApiParam is made for methods; the method is already there when its parameters are decorated.
    ApiParam({ name, description, schema: { ...ADDRESS_SCHEMA } })(target, key, descriptor);
  };
}
